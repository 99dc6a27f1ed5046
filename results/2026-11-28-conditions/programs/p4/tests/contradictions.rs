/// aho-corasick 1.1.5, dbd578776f7f: "fails for `sid.as_usize() >= 10`": only of an automaton without patterns.
#[test]
fn aho_corasick_an_automaton_with_a_pattern_has_more_states() {
    use aho_corasick::{automaton::{Automaton, StateID}, nfa::contiguous::NFA};
    let nfa = NFA::new(["a"]).unwrap();
    (&nfa).match_len(StateID::new(10).unwrap());
}

// Only with other type arguments than those of the finding, which the condition does not name.

/// generic-array 1.4.5, 07a1013f8be3 and 9f322bc55ab5 "fails for `idx >= 1`" (the length was one), 26924cae7556 "fails for `!slice.is_empty()`" (it was none).
#[test]
fn generic_array_of_two() {
    use generic_array::{sequence::Remove, GenericArray};
    GenericArray::<u8, typenum::U2>::default().remove(1);
    GenericArray::<u8, typenum::U2>::default().swap_remove(1);
    GenericArray::<u8, typenum::U2>::chunks_from_slice(&[1]);
}
