//! The cases of `corpus/papers/type-targeted-testing`.

use super::Case;
use crate::{case, generate_enum, generate_struct};
use ::type_targeted_testing::red_black::{self, Color};
use ::type_targeted_testing::size_balanced;
use ::type_targeted_testing::sorted_list::{self, List};
use ::type_targeted_testing::stack_set::{self, Stack, StackSet, Workspace};
use ::type_targeted_testing::{average, best, pad_average, rescale};

type Tree = red_black::Tree;
/// Keys and values of one type, as one writes if any will do.
type Map = size_balanced::Map<i32, i32>;

generate_enum!(List { Nil; Cons(i64, Box<List>) });
generate_enum!(Color { Black, Red });
generate_enum!(Tree { Leaf; Node(Color, Box<Tree>, i64, Box<Tree>) });
generate_enum!(Map { Tip; Bin(u32, i32, i32, Box<Map>, Box<Map>) });
generate_struct!(Stack { focus: u8, up: Vec<u8>, down: Vec<u8> });
generate_struct!(Workspace { tag: u8, stack: Option<Stack> });
generate_struct!(StackSet { current: Workspace, visible: Vec<Workspace>, hidden: Vec<Workspace> });

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!(
            "type_targeted_testing::rescale::faulty::prop_rescale",
            |first: i64, second: i64, number: i64| rescale::faulty::prop_rescale(&first, &second, &number)
        ),
        case!(
            "type_targeted_testing::average::first::prop_average",
            |scores: Vec<(i64, i64)>| average::first::prop_average(&scores)
        ),
        case!(
            "type_targeted_testing::average::second::prop_average",
            |scores: Vec<(i64, i64)>| average::second::prop_average(&scores)
        ),
        case!(
            "type_targeted_testing::average::third::prop_average",
            |scores: Vec<(i64, i64)>| average::third::prop_average(&scores)
        ),
        case!(
            "type_targeted_testing::sorted_list::faulty::prop_insert",
            |value: i64, list: List| sorted_list::faulty::prop_insert(&value, &list)
        ),
        case!(
            "type_targeted_testing::best::faulty::prop_best",
            |number: usize, scores: Vec<i64>| best::faulty::prop_best(&number, &scores)
        ),
        // The function always gives the same answer.
        case!(
            "type_targeted_testing::pad_average::faulty::prop_pad_average",
            |pad: i64, scores: Vec<i64>, answer: i64| {
                pad_average::faulty::prop_pad_average(&pad, &scores, &move |_| answer)
            }
        ),
        case!(
            "type_targeted_testing::red_black::faulty::prop_insert",
            |value: i64, tree: Tree| red_black::faulty::prop_insert(&value, &tree)
        ),
        case!(
            "type_targeted_testing::size_balanced::faulty::prop_insert",
            |key: i32, value: i32, map: Map| size_balanced::faulty::prop_insert(&key, &value, &map)
        ),
        case!(
            "type_targeted_testing::size_balanced::faulty::prop_delete",
            |key: i32, map: Map| size_balanced::faulty::prop_delete(&key, &map)
        ),
        case!(
            "type_targeted_testing::size_balanced::faulty::prop_difference",
            |map: Map, other: Map| size_balanced::faulty::prop_difference(&map, &other)
        ),
        case!(
            "type_targeted_testing::stack_set::faulty::prop_focus_up",
            |set: StackSet| stack_set::faulty::prop_focus_up(&set)
        ),
    ]
}
