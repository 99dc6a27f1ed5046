//! The cases of `corpus/papers/data-flow`.

use super::Case;
use crate::{case, generate_enum, generate_struct, generate_tuple_struct};
use ::data_flow::avl::{self, Balance};
use ::data_flow::heap::{self, Heap};
use ::data_flow::strassen::{self, Matrix};
use ::data_flow::ticket::{self, Card, Class, Train};
use ::data_flow::{dijkstra, heapsort, kruskal, matrix_chain};

type Tree = avl::Tree<i64>;
type Roads = dijkstra::Graph;
type Road = dijkstra::Edge;
type Graph = kruskal::Graph;
type Edge = kruskal::Edge;

generate_enum!(Balance { Even, Left, Right });
generate_enum!(Tree { Leaf; Node(Balance, Box<Tree>, i64, Box<Tree>) });
generate_enum!(Heap { Empty; Node(Box<Heap>, i64, Box<Heap>) });
generate_tuple_struct!(Matrix(0: Vec<Vec<i64>>));
generate_struct!(Road {
    from: u8,
    to: u8,
    length: u16
});
generate_tuple_struct!(Roads(0: Vec<Road>));
generate_struct!(Edge {
    first: u8,
    second: u8,
    cost: u16
});
generate_tuple_struct!(Graph(0: Vec<Edge>));
generate_enum!(Class { First, Second });
generate_enum!(Train {
    Local,
    Regional,
    Express
});
generate_enum!(Card { None, Quarter, Half });

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!("data_flow::avl::faulty::prop_insert", |value: i64, tree: Tree| {
            avl::faulty::prop_insert(&value, &tree)
        }),
        case!("data_flow::avl::faulty::prop_delete", |value: i64, tree: Tree| {
            avl::faulty::prop_delete(&value, &tree)
        }),
        case!(
            "data_flow::heap::faulty::prop_insert",
            |value: i64, heap: Heap| { heap::faulty::prop_insert(&value, &heap) }
        ),
        case!("data_flow::heap::faulty::prop_delete", |heap: Heap| {
            heap::faulty::prop_delete(&heap)
        }),
        case!("data_flow::heapsort::faulty::prop_sort", |list: Vec<i64>| {
            heapsort::faulty::prop_sort(&list)
        }),
        case!(
            "data_flow::strassen::faulty::prop_product",
            |left: Matrix, right: Matrix| { strassen::faulty::prop_product(&left, &right) }
        ),
        case!(
            "data_flow::dijkstra::faulty::prop_distances",
            |graph: Roads, start: u8| { dijkstra::faulty::prop_distances(&graph, &start) }
        ),
        case!("data_flow::kruskal::faulty::prop_forest", |graph: Graph| {
            kruskal::faulty::prop_forest(&graph)
        }),
        case!("data_flow::matrix_chain::faulty::prop_cost", |sizes: Vec<u8>| {
            matrix_chain::faulty::prop_cost(&sizes)
        }),
        // Sixteen arguments, in their order.
        case!(
            "data_flow::ticket::faulty::price",
            |way: (u16, Class, Train, Card, u8, u8),
             first: (bool, bool, bool, bool, bool, bool),
             days_ahead: u16,
             last: (bool, bool, bool)| {
                let (kilometres, class, train, card, adults, children) = way;
                let (is_return, is_weekend, is_night, has_bicycle, has_dog, reserves) = first;
                let (is_employee, has_voucher, is_refundable) = last;
                let _ = ticket::faulty::price(
                    kilometres,
                    class,
                    train,
                    card,
                    adults,
                    children,
                    is_return,
                    is_weekend,
                    is_night,
                    has_bicycle,
                    has_dog,
                    reserves,
                    days_ahead,
                    is_employee,
                    has_voucher,
                    is_refundable,
                );
            }
        ),
    ]
}
