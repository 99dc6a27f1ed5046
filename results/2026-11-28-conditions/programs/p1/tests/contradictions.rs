//! Each test passes: it shows a call that contradicts a condition that a report states.

/// array2d 0.2.1, bfd9afa788e1 and 59f08651d7c5: "fails for `elements.len() + num_rows >= 1 && elements.len() + num_columns >= 1`".
#[test]
fn array2d_as_many_elements_as_places_return() {
    array2d::Array2D::from_row_major(&[7], 1, 1);
    array2d::Array2D::from_column_major(&[7], 1, 1);
}

/// bytes 1.12.1 and 1.12.2, ac0b3a4c3e39: "fails for `!subset.is_empty()`".
#[test]
fn bytes_slice_ref_of_its_own_part_returns() {
    let bytes = bytes12::Bytes::from_static(b"a");
    bytes.slice_ref(&bytes[..]);
}

/// tinyvec 1.13.3, b077e7d06f35: "fails for `!sli.is_empty()`".
#[test]
fn tinyvec_slice_vec_with_room_is_extended() {
    let mut room = [0];
    tinyvec::SliceVec::from_slice_len(&mut room, 0).extend_from_slice(&[1]);
}

/// unicode-bidi 0.3.18, 8a9296fa815a: "not for `!self.levels.is_empty()`", same message, same line.
#[test]
#[should_panic(expected = "index out of bounds: the len is 1 but the index is 1")]
fn unicode_bidi_visual_runs_of_an_empty_line_at_the_end() {
    use unicode_bidi::{BidiClass, ParagraphBidiInfo, LTR_LEVEL};
    let info = ParagraphBidiInfo { text: "a", original_classes: vec![BidiClass::L], levels: vec![LTR_LEVEL], paragraph_level: LTR_LEVEL, is_pure_ltr: true };
    info.visual_runs(1..1);
}

/// unicode-bidi 0.3.18, 6a91b0338a7c: "fails for `self.text.len() > self.levels.len()`": a pair of surrogates is one character.
#[test]
fn unicode_bidi_levels_per_char_of_a_surrogate_pair() {
    use unicode_bidi::{utf16::BidiInfo, ParagraphInfo, LTR_LEVEL};
    let text: Vec<u16> = "😀".encode_utf16().collect();
    let info = BidiInfo { text: &text, original_classes: vec![], levels: vec![LTR_LEVEL], paragraphs: vec![] };
    info.reordered_levels_per_char(&ParagraphInfo { range: 0..0, level: LTR_LEVEL }, 0..0);
}

// Only with other type arguments than those of the finding, which the condition does not name.

/// arraydeque 0.4.5, f719e827da7d: "fails for `at >= 1`" of `ArrayDeque<A, B>::split_off`; its type was `[_; 0]`.
#[test]
fn arraydeque_split_off_within() {
    let mut deque = arraydeque::ArrayDeque::<[i32; 1], arraydeque::Wrapping>::new();
    deque.push_back(1);
    deque.split_off(1);
}

/// bit_field 0.10.0, 951caba57e93: "not for `!self.is_empty()`" of `<[T] as BitArray<T>>::set_bits`; its range was `..`.
#[test]
#[should_panic(expected = "index out of bounds: the len is 1 but the index is 1")]
fn bit_field_set_bits_behind_the_end() {
    bit_field::BitArray::set_bits(&mut [0u8][..], 8..8, 0);
}

/// block-buffer 0.12.1, 89c472fdbbb4: "fails for `!buf.is_empty()`" of `BlockBuffer<BS, K>::new`; its block had one byte.
#[test]
fn block_buffer_of_two_bytes_holds_one() {
    block_buffer::BlockBuffer::<typenum::U2, block_buffer::Eager>::new(b"a");
}

/// tinyvec 1.13.3, d2b64b85a665 "fails for `iter.len() >= 3`" and ba5ba11d684e "fails for `len >= 3`"; the capacity was two.
#[test]
fn tinyvec_array_vec_of_three() {
    tinyvec::ArrayVec::<[u8; 3]>::from_iter(vec![1, 2, 3]);
    tinyvec::ArrayVec::from_array_len([0; 3], 3);
}
