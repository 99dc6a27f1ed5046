//! What sentences are taken for.

use super::*;

fn kinds(docs: &str) -> Vec<DocKind> {
    sentences(docs).into_iter().map(|(kind, _)| kind).collect()
}

fn only(docs: &str) -> (DocKind, String) {
    let found = sentences(docs);
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().expect("one")
}

#[test]
fn a_section_about_panics_is_told_sentence_by_sentence() {
    let docs = "Does.\n\n# Panics\n\nPanics if `at > len`. Also if it\nis full.\n\n# Examples\n\nMore text.";
    let found = sentences(docs);
    assert_eq!(found[0], (DocKind::Panics, "Panics if `at > len`.".to_owned()));
    assert_eq!(found[1], (DocKind::Panics, "Also if it is full.".to_owned()));
    assert_eq!(found.len(), 2);
}

#[test]
fn what_fails_under_a_condition_is_told() {
    assert_eq!(
        only("Fails if there is no element with either index.").0,
        DocKind::Fails
    );
    assert_eq!(only("Will fail when it is full.").0, DocKind::Fails);
    assert!(kinds("It seldom fails.").is_empty());
}

#[test]
fn some_write_on_in_small_letters() {
    let found = sentences("The capacity is fixed. for this to work, cap must be a power of two.");
    let text = "for this to work, cap must be a power of two.".to_owned();
    assert_eq!(found, [(DocKind::Requires, text)]);
    let text = "Panics if it is out of range, i.e. if `at` is more than approx. half of it.";
    assert_eq!(only(text).1, text);
}

#[test]
fn what_is_a_logic_error_may_panic() {
    let of_read = "It is a logic error if `amount` exceeds the number of unread bytes.";
    assert_eq!(only(of_read).0, DocKind::Panics);
    let of_map = "It is a logic error for a key to be modified while it is in the map.";
    assert!(kinds(of_map).is_empty());
}

#[test]
fn markdown_is_stripped_and_code_is_kept() {
    assert_eq!(
        only("**Panics** if there is none.<br>").1,
        "Panics if there is none."
    );
    assert_eq!(
        only("**Panics** if **bit** is out of bounds.").1,
        "Panics if bit is out of bounds."
    );
    assert_eq!(
        only("***Panics*** if the new capacity exceeds `isize::MAX` _bytes_.").1,
        "Panics if the new capacity exceeds `isize::MAX` bytes."
    );
    assert_eq!(
        only("Panics like [`Vec::push`](std::vec::Vec) (see [there](x.html)).").1,
        "Panics like `Vec::push` (see there)."
    );
}

#[test]
fn a_list_belongs_to_the_words_before_it() {
    let docs = "This panics if:\n\n* `a` is zero\n- `b` is not there\n";
    let texts: Vec<String> = sentences(docs).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts[1], "This panics if: `a` is zero");
    assert_eq!(texts[2], "This panics if: `b` is not there");
    assert_eq!(
        kinds("# Panics\n\nIf any of\n- `a` is zero\n"),
        [DocKind::Panics, DocKind::Panics]
    );
}

#[test]
fn what_does_not_build_is_told() {
    for docs in [
        "Note: Trying to create a long string that can't be inlined, will fail to build.",
        "A length of zero is a compile-time error.",
        "This fails to compile if `N` is zero.",
    ] {
        assert_eq!(kinds(docs), [DocKind::FailsToBuild], "{docs}");
    }
    assert_eq!(kinds("What it takes to build a tree."), []);
}

#[test]
fn denials_are_no_documentation_of_panics() {
    for docs in [
        "Returns `None` instead of panicking.",
        "The non-panicking version of `insert`.",
        "If the closure panics, elements leak.",
        "Does not panic if empty.",
        "This is panic-safe code.",
    ] {
        assert_eq!(kinds(docs), [], "{docs}");
    }
    assert_eq!(kinds("A call with `n == 0` should never panic."), []);
    let promise = "Unlike `insert`, this cannot panic, but may allocate if there is no room.";
    assert_eq!(kinds(promise), [DocKind::NeverPanics]);
    assert_eq!(kinds("# Panics\n\nNever."), [DocKind::NeverPanics]);
    let advice = "It is suggested that implementations accept `2..=36` without panicking.";
    assert_eq!(kinds(advice), []);
    assert_eq!(kinds("To add without panics, use [`checked_add`]."), []);
    assert_eq!(kinds("If `n` is zero, this panics."), [DocKind::Panics]);
    assert_eq!(
        kinds("May panic, and does not panic otherwise."),
        [DocKind::Panics]
    );
}

#[test]
fn what_is_said_of_other_calls_promises_nothing() {
    let of_one_place = "# Panics\n\nThis may panic when `at > haystack.len()`. Note that `at == haystack.len()` is legal and \
                        guaranteed not to panic.";
    assert_eq!(kinds(of_one_place), [DocKind::Panics]);
    for docs in [
        "Does not panic unless it is full.",
        "Does not panic if it is sorted.",
    ] {
        assert_eq!(kinds(&format!("# Panics\n\n{docs}")), [DocKind::Panics], "{docs}");
    }
    let of_another = "It guarantees that `Dfa::pattern` can be called with indices up to (but not including) the length \
                      returned by this routine without panicking.";
    assert_eq!(kinds(of_another), []);
    assert_eq!(kinds("This (the slow one) never panics."), [DocKind::NeverPanics]);
    assert_eq!(kinds("The exact number of items, presuming no panic occurs."), []);
}

#[test]
fn what_comes_of_unspecified_behaviour_may_be_a_panic() {
    let of_state = "This has unspecified behavior if the given ID does not refer to a match state.";
    assert_eq!(only(of_state).0, DocKind::Panics);
    assert!(kinds("The order of the elements is unspecified.").is_empty());
    let denied = "This never has unspecified behavior, even if `i` is out of range.";
    assert!(!kinds(denied).contains(&DocKind::Panics));
    let beside = "If it is `None`, the value is unspecified and behavior is left to the system.";
    assert!(kinds(beside).is_empty());
}

#[test]
fn what_is_asked_of_others_is_no_requirement() {
    for docs in [
        "Moreover, the function must be defined for all possible values of `input`.",
        "Implementations must be prepared for an empty `input`.",
    ] {
        assert!(kinds(docs).is_empty(), "{docs}");
    }
}

#[test]
fn requirements_and_warnings_are_told_apart() {
    assert_eq!(
        kinds("`i` must be a valid value in the graph."),
        [DocKind::Requires]
    );
    assert_eq!(
        kinds("Space is proportional to the largest key."),
        [DocKind::Warns]
    );
    assert_eq!(kinds("Note that this might overflow."), [DocKind::Warns]);
    assert_eq!(kinds("Averages without overflow."), []);
    assert_eq!(kinds("The node is leaked."), [DocKind::Warns]);
    assert_eq!(kinds("It does not leak."), []);
    assert_eq!(
        kinds("Suspend execution for an interval of time."),
        [DocKind::Warns]
    );
    assert_eq!(kinds("Splits it into blocks."), []);
    assert_eq!(kinds("Blocks until there is one."), [DocKind::Warns]);
    assert_eq!(kinds("A blocking iterator over messages."), [DocKind::Warns]);
    assert_eq!(kinds("A non-blocking iterator over messages."), []);
    assert_eq!(kinds("It finds blocking flows through depth-first searches."), []);
    assert_eq!(
        kinds("Prints the error and exits with a status of `1`."),
        [DocKind::Warns]
    );
    assert_eq!(kinds("Parses them, exiting on failure."), [DocKind::Warns]);
    assert_eq!(
        kinds("Parses them, [exiting][Error::exit] on failure."),
        [DocKind::Warns]
    );
    assert_eq!(kinds("The stream never terminates."), [DocKind::Warns]);
    assert_eq!(kinds("An endless stream of them."), [DocKind::Warns]);
    assert_eq!(kinds("Computes in O(n) time."), []);
    assert_eq!(kinds("The result must be used."), []);
    let within = "`line` is a range of byte indices within `levels`";
    assert_eq!(kinds(within), [DocKind::Assumes]);
    assert_eq!(kinds("Finds the first one within `levels`."), []);
    let expects = "Most methods expect the quaternion to be normalized.";
    assert_eq!(kinds(expects), [DocKind::Requires]);
    assert_eq!(
        kinds("Each subpath *always* begins with a `MoveTo`."),
        [DocKind::Assumes]
    );
}

#[test]
fn examples_that_panic_on_purpose_document_it() {
    let docs =
        "Goes on.\n\n```rust,should_panic\nlet mut s = Stream::new();\ns.advance(20); // panics\n```\n";
    let said = (DocKind::Panics, "An example panics: `s.advance(20);`".to_owned());
    assert_eq!(sentences(docs), [said]);
    assert_eq!(kinds("```\npanic!();\n```\n"), []);
}

#[test]
fn who_calls_the_same_function_of_what_is_inside_fails_as_it_does() {
    for (docs, is_it) in [
        ("Calls `remove` on the inner vector if it is long enough.", true),
        ("Forwards to [`Vec::remove`] of the underlying vector.", true),
        ("Calls `remove` on each of them.", false),
        ("Calls `insert` on the inner vector.", false),
        ("Calls `remove` on the inner vector, but returns an error.", false),
    ] {
        assert_eq!(calls_the_same(docs, "remove"), is_it, "{docs}");
    }
}

#[test]
fn functions_that_docs_send_to_are_found() {
    assert_eq!(
        references("It acts similarly to [`Vec::with_capacity`]."),
        ["Vec::with_capacity"]
    );
    assert_eq!(references("Same as `Self::insert()`."), ["insert"]);
    assert_eq!(
        references("Otherwise it is the same as the ordinary `format` method."),
        ["format"]
    );
    assert!(references("It must be the same as the `stride` of the image.").is_empty());
    assert_eq!(references("See [`insert`] for more information."), ["insert"]);
    assert!(references("See [`decode_mut`] for when to use it.").is_empty());
    assert!(references("Unlike `insert`, this cannot panic.").is_empty());
    assert!(references("Like [`insert`], but returns `None`.").is_empty());
    assert_eq!(
        references("Equivalent to `years()`, but reads better for singular units."),
        ["years"]
    );
}

#[test]
fn sentences_about_primitives_say_so_first() {
    let of_integers = "For primitive integers, this is implemented by the inherent `from_str_radix` methods in the standard \
                       library, which panic if the radix is not in the range from 2 to 36.";
    assert_eq!(only(of_integers).0, DocKind::Panics);
    assert_eq!(primitives_spoken_of(of_integers), Some("primitive integers"));
    assert_eq!(primitives_spoken_of("For an empty list, this panics."), None);
}

#[test]
fn names_are_words_of_code() {
    assert!(names_in_code("`Build::update_edge` methods panic", "update_edge"));
    assert!(!names_in_code("update_edge panics", "update_edge"));
    assert!(!names_in_code("`update_edges`", "update_edge"));
    assert!(names_functions("`write()` panics after it") && names_functions("`finish` panics"));
    assert!(!names_functions("An iterator over `Vec<T>` that panics"));
}

#[test]
fn examples_that_do_not_ask_tell_nothing_of_what_answers() {
    let of_parsing = "Parses.\n\nThis example demonstrates error handling, and will panic.\n\n```should_panic\nlet version = match \
                      VersionReq::parse(\"not a version\") {\n    Ok(version) => version,\n    Err(e) => panic!(\"There was a \
                      problem parsing: {}\", e),\n};\n```\n";
    assert_eq!(kinds(of_parsing), []);
    let of_reading = "```should_panic\n// panics\nread(\"\").unwrap();\n```";
    let (kind, text) = only(of_reading);
    assert_eq!(
        (kind, text.as_str()),
        (DocKind::Panics, "An example panics: `read(\"\").unwrap();`")
    );
    assert!(is_unwrapping_example(&text));
    assert!(!is_unwrapping_example("An example panics: `s.advance(20);`"));
    // What stands in a section about panics is about them.
    assert_eq!(kinds("# Panics\n\nThe following code panics:"), [DocKind::Panics]);
    assert_eq!(kinds("This code path panics."), [DocKind::Panics]);
}

#[test]
fn panics_of_others_are_not_this_functions() {
    for docs in [
        "See [Engine::decode_slice_unchecked] for a version that panics instead of returning an error if the output buffer is \
         too small.",
        "For a panicking variant, see [`with`].",
        "The panicking version of this method is [`Span::years`].",
        "Unlike [`get`], which panics, this returns `None`.",
        "If any of the joined threads has panicked, an `Err` is returned containing errors from panicked threads.",
        "If the panic handler of the pool itself panics, this will end.",
        "Returns `Err` if one of the many threads panics.",
        "The non-panicking version of [`Span::years`].",
    ] {
        assert_eq!(kinds(docs), [], "{docs}");
    }
    for docs in [
        "The panicking version of [`try_insert`].",
        "This is the panicking alternative to [`try_insert`].",
        "A version of [`try_insert`] that panics if it is full.",
        "This version panics if `at` is not there, see `get`.",
        "If the index is past the end of the list the function panics.",
        "Takes it out when there is one in it and panics otherwise.",
        "Indexing into a value that is neither an object nor null will panic.",
    ] {
        assert_eq!(kinds(docs), [DocKind::Panics], "{docs}");
    }
    let denied = "Because it is borrowed mutably, this method neither panics nor does it return an error.";
    assert_eq!(kinds(denied), [DocKind::NeverPanics]);
}

#[test]
fn who_promises_under_a_condition_promises_nothing_of_other_calls() {
    assert_eq!(kinds("If `size_of::<T>() > 0`, this will never panic."), []);
    let in_section = "# Panics\n\nIf `size_of::<T>() > 0`, this will never panic.";
    assert_eq!(kinds(in_section), [DocKind::Panics]);
    assert_eq!(
        kinds("For all inputs, this never panics."),
        [DocKind::NeverPanics]
    );
}

#[test]
fn what_is_reported_or_prevented_is_no_warning() {
    for docs in [
        "Error cases: [`Error::Overflow`] when the sum of all weights overflows.",
        "Adds two numbers, checking for overflow.",
        "Returns an error on overflow.",
        "Returns `None` if the result overflows.",
        "This CSV reader can never return an error.",
        "It will return an error, to prevent going into an infinite loop",
        "Acquires a shared lock without deadlocking in case of a recursive lock.",
        "This method can be used to prevent stack overflow from a DoS attack",
        "Gives `Err(AllocError)` instead of aborting on allocation failure.",
        "It never blocks the thread and does not wait forever.",
    ] {
        assert_eq!(kinds(docs), [], "{docs}");
    }
    for docs in [
        "The sum may overflow.",
        "It never returns.",
        "Never returns once triggered.",
        "Never returns if nobody answers.",
        "Do not use it on infinite iterators.",
        "Do not use it with untrusted input.",
        "To avoid deadlocks, make sure that nobody else holds it.",
        "Without a time limit this will block.",
        "The process aborts without unwinding.",
    ] {
        assert_eq!(kinds(docs), [DocKind::Warns], "{docs}");
    }
}

#[test]
fn what_is_so_or_comes_of_something_is_no_requirement() {
    for docs in [
        "Always returns true if rect is empty, and always returns false if rect is nonempty but this rectangle is empty.",
        "Add prefix to each non-empty line.",
        "Counts `lines` that cannot be read.",
        "Goes on even if `text` may not be complete.",
        "The `length` may or may not be known.",
        "It consumes `context` so it cannot be used again.",
        "It is guaranteed to be non-empty.",
        "Internally this `code` is a NonZeroU32, with certain values reserved.",
        "If nothing is written (and `left` is non-zero), nobody reads.",
        "Returns `None`, and `text` cannot be read again.",
    ] {
        assert!(!kinds(docs).contains(&DocKind::Requires), "{docs}");
    }
    for docs in [
        "`divisor` cannot be zero.",
        "Note that `n` can't be 0.",
        "The `list` should be non-empty.",
        "Creates a hunk header from a (non empty) slice of diff ops.",
        "`divisor` is nonzero.",
        "It requires a nonzero `divisor`.",
        "`a` may not be `b`.",
    ] {
        assert_eq!(kinds(docs), [DocKind::Requires], "{docs}");
    }
}

#[test]
fn an_error_for_what_does_not_compile_is_returned() {
    assert_eq!(kinds("Returns an error if any pattern fails to compile."), []);
}

#[test]
fn what_fits_its_maker_alone_is_told() {
    let returned = "The cache returned should only be used for searches for this `Regex`.";
    assert_eq!(only(returned).0, DocKind::BindsToMaker);
    let created = "An iterator that was created may only be used with the given list.";
    assert_eq!(only(created).0, DocKind::BindsToMaker);
    for other in [
        "It can only be used on this platform.",
        "It should only be used for testing that they are returned.",
        "The cache returned may be used for any `Regex`.",
    ] {
        assert!(kinds(other).is_empty(), "{other}");
    }
}

#[test]
fn memory_that_grows_faster_than_what_it_is_for_is_told_of() {
    assert!(costs_much_memory("The graph uses **O(|V^2|)** space."));
    assert!(costs_much_memory("Takes O(n\u{b2}) memory."));
    assert!(!costs_much_memory("Takes O(n) memory."));
    assert!(!costs_much_memory("Takes O(n^2) time."));
}

#[test]
fn a_sentence_may_be_about_whatever_is_called_of_something() {
    for (text, is_it) in [
        ("Note that all functions will panic if the modulus is zero.", true),
        (
            "If a value would ever be returned from a method on this type, the method will panic instead.",
            true,
        ),
        ("Any of its methods panics once it is closed.", true),
        (
            "A few functions are exposed via `AddAssign`, which panics.",
            false,
        ),
        ("It panics if the function is called twice.", false),
        ("Every operation panics once it is finished.", true),
        ("Every operation panics after `finish`.", false),
        ("Not all methods panic if it is closed.", false),
        ("Building panics if any operation fails.", false),
        ("It panics if a method that takes it is called twice.", false),
        ("All methods except `len` panic if it is closed.", false),
        ("Some of the methods panic.", false),
        ("Panics if all elements are zero.", false),
    ] {
        assert_eq!(speaks_of_all_functions(text), is_it, "{text}");
    }
}

#[test]
fn what_has_to_be_done_before_something_is_called_names_that() {
    let docs =
        "Sets it.\n\nBefore calling [`Press::press`] you need to set the source. It resets after `press`.";
    let said = "Before calling `Press::press` you need to set the source.";
    assert_eq!(done_before(docs), [("Press::press".to_owned(), said.to_owned())]);
    assert_eq!(done_before("Called before calling `press`."), []);
    let linked = "Before calling [Press::press] you need to set the source.";
    assert_eq!(done_before(linked)[0].0, "Press::press");
    assert_eq!(
        done_before("There is no need to call this before calling `press`, which you must do."),
        []
    );
    assert_eq!(done_before("Before calling it you need to set the source."), []);
}
