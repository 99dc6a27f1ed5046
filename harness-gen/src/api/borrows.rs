//! Which types can hold a borrow. Lifetimes are erased in arms, so owners have to be dropped, and bound in stand-alone
//! tests, in an order that is right without them: what cannot hold a borrow outlives what can.

use super::Api;
use super::ty::Ty;
use crate::harness_types::IN_HARNESS;

/// std types without a lifetime of their own, by module: they hold a borrow only if an argument does.
const OWNED: [(&str, &str); 42] = [
    ("std::string", "String FromUtf8Error FromUtf16Error"),
    ("std::vec", "Vec IntoIter"),
    ("std::array", "IntoIter TryFromSliceError"),
    ("std::boxed", "Box"),
    ("std::rc", "Rc Weak"),
    ("std::sync", "Arc Weak Mutex RwLock OnceLock"),
    ("std::option", "Option IntoIter"),
    ("std::result", "Result IntoIter"),
    ("std::task", "Poll Waker"),
    (
        "std::ops",
        "ControlFlow Range RangeInclusive RangeFrom RangeTo RangeToInclusive RangeFull Bound",
    ),
    ("std::cell", "Cell RefCell OnceCell"),
    (
        "std::collections",
        "HashMap HashSet BTreeMap BTreeSet BinaryHeap VecDeque LinkedList TryReserveError",
    ),
    ("std::cmp", "Ordering Reverse"),
    (
        "std::num",
        "NonZero Wrapping Saturating ParseIntError ParseFloatError TryFromIntError IntErrorKind FpCategory",
    ),
    ("std::marker", "PhantomData PhantomPinned"),
    ("std::time", "Duration Instant SystemTime SystemTimeError"),
    ("std::path", "PathBuf"),
    ("std::ffi", "OsString CString NulError FromBytesWithNulError"),
    ("std::alloc", "Layout LayoutError"),
    ("std::hash", "DefaultHasher RandomState BuildHasherDefault"),
    (
        "std::io",
        "Error Cursor ErrorKind SeekFrom Empty Sink BufReader BufWriter LineWriter Take",
    ),
    ("std::fmt", "Error"),
    ("std::str", "Utf8Error ParseBoolError"),
    (
        "std::char",
        "ParseCharError CharTryFromError ToUppercase ToLowercase EscapeDebug EscapeDefault",
    ),
    ("std::convert", "Infallible"),
    (
        "std::net",
        "AddrParseError IpAddr Ipv4Addr Ipv6Addr SocketAddr SocketAddrV4 SocketAddrV6 Shutdown",
    ),
    ("std::env", "VarError"),
    ("std::any", "TypeId"),
    (
        "std::sync::atomic",
        "AtomicBool AtomicU8 AtomicU16 AtomicU32 AtomicU64 AtomicUsize AtomicI8 AtomicI16 AtomicI32 AtomicI64 AtomicIsize Ordering",
    ),
    ("std::sync::mpsc", "Sender SyncSender Receiver RecvError"),
    ("std::pin", "Pin"),
    ("std::future", "Ready"),
    ("std::panic", "AssertUnwindSafe"),
    ("std::mem", "ManuallyDrop MaybeUninit"),
    (
        "std::iter",
        "Empty Once Repeat Peekable Enumerate Fuse Rev Skip Take Chain Zip Cloned Copied",
    ),
    ("std::collections::vec_deque", "IntoIter"),
    ("std::collections::linked_list", "IntoIter"),
    ("std::collections::binary_heap", "IntoIter"),
    ("std::collections::btree_set", "IntoIter"),
    ("std::collections::hash_set", "IntoIter"),
    ("std::collections::btree_map", "IntoIter IntoKeys IntoValues"),
    ("std::collections::hash_map", "IntoIter IntoKeys IntoValues"),
];

/// True unless no value of the type can hold a borrow. What is not known may.
pub(crate) fn may_borrow(api: &Api, ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) => false,
        Ty::Path { path, .. } => {
            let own = match api.types.get(path) {
                Some(def) => def.generics.has_lifetime,
                None => !IN_HARNESS.contains(&path.as_str()) && !is_owned(path),
            };
            own || part_may_borrow(api, ty)
        }
        Ty::Slice(_) | Ty::Array(..) | Ty::Tuple(_) => part_may_borrow(api, ty),
        // A function pointer's types say what it takes, not what it holds.
        Ty::FnPointer(..) => false,
        _ => true,
    }
}

fn is_owned(path: &str) -> bool {
    path.rsplit_once("::").is_some_and(|(module, name)| {
        let names = OWNED.iter().find(|(of, _)| *of == module);
        names.is_some_and(|(_, names)| names.split(' ').any(|owned| owned == name))
    })
}

fn part_may_borrow(api: &Api, ty: &Ty) -> bool {
    let mut found = false;
    ty.for_children(&mut |child| found = found || may_borrow(api, child));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_to_be_owned_may_borrow() {
        let api = Api::default();
        let owned = Ty::path("std::vec::Vec", vec![Ty::path("std::string::String", vec![])]);
        let borrowed = Ty::path("std::vec::Vec", vec![Ty::reference(Ty::prim("str"))]);
        assert!(!may_borrow(&api, &owned));
        assert!(may_borrow(&api, &borrowed));
        assert!(may_borrow(
            &api,
            &Ty::path("std::slice::Iter", vec![Ty::prim("u8")])
        ));
    }
}
