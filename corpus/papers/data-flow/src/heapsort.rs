//! Heapsort of a list, in place.
//!
//! To be found: a list of three elements. (The faulty version does not look at the right child if that is the last one.)

fn sift_down<const FAULTY: bool>(heap: &mut [i64], mut parent: usize) {
    let end = if FAULTY {
        heap.len().saturating_sub(1)
    } else {
        heap.len()
    };
    loop {
        let (left, right) = (2 * parent + 1, 2 * parent + 2);
        if left >= heap.len() {
            return;
        }
        let child = if right < end && heap[right] > heap[left] {
            right
        } else {
            left
        };
        if heap[parent] >= heap[child] {
            return;
        }
        heap.swap(parent, child);
        parent = child;
    }
}

fn sort<const FAULTY: bool>(list: &mut [i64]) {
    for parent in (0..list.len() / 2).rev() {
        sift_down::<FAULTY>(list, parent);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift_down::<FAULTY>(&mut list[..end], 0);
    }
}

fn sorts<const FAULTY: bool>(list: &[i64]) -> bool {
    let (mut sorted, mut expected) = (list.to_vec(), list.to_vec());
    sort::<FAULTY>(&mut sorted);
    expected.sort_unstable();
    sorted == expected
}

crate::versions! {
    /// Overlooks the last child.
    faulty;
    /// Looks at all children.
    correct;
    /// The result is what sorting gives.
    prop_sort(list: &[i64]) -> bool = sorts;
}
