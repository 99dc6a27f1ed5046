//! Which types can hold a borrow. Lifetimes are erased in arms, so owners have to be dropped, and bound in stand-alone
//! tests, in an order that is right without them: what cannot hold a borrow outlives what can.

use crate::api::Api;
use crate::api::ty::Ty;

/// std types without a lifetime of their own: they hold a borrow only if an argument does.
const OWNED: [&str; 141] = [
    "std::string::String",
    "std::vec::Vec",
    "std::vec::IntoIter",
    "std::array::IntoIter",
    "std::boxed::Box",
    "std::rc::Rc",
    "std::rc::Weak",
    "std::sync::Arc",
    "std::sync::Weak",
    "std::option::Option",
    "std::result::Result",
    "std::task::Poll",
    "std::ops::ControlFlow",
    "std::cell::Cell",
    "std::cell::RefCell",
    "std::cell::OnceCell",
    "std::sync::Mutex",
    "std::sync::RwLock",
    "std::sync::OnceLock",
    "std::collections::HashMap",
    "std::collections::HashSet",
    "std::collections::BTreeMap",
    "std::collections::BTreeSet",
    "std::collections::BinaryHeap",
    "std::collections::VecDeque",
    "std::collections::LinkedList",
    "std::collections::TryReserveError",
    "std::ops::Range",
    "std::ops::RangeInclusive",
    "std::ops::RangeFrom",
    "std::ops::RangeTo",
    "std::ops::RangeToInclusive",
    "std::ops::RangeFull",
    "std::ops::Bound",
    "std::cmp::Ordering",
    "std::cmp::Reverse",
    "std::num::NonZero",
    "std::num::Wrapping",
    "std::num::Saturating",
    "std::num::ParseIntError",
    "std::num::ParseFloatError",
    "std::num::TryFromIntError",
    "std::marker::PhantomData",
    "std::time::Duration",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::path::PathBuf",
    "std::ffi::OsString",
    "std::ffi::CString",
    "std::alloc::Layout",
    "std::alloc::LayoutError",
    "std::hash::DefaultHasher",
    "std::hash::RandomState",
    "std::io::Error",
    "std::io::Cursor",
    "std::fmt::Error",
    "std::string::FromUtf8Error",
    "std::string::FromUtf16Error",
    "std::str::Utf8Error",
    "std::str::ParseBoolError",
    "std::char::ParseCharError",
    "std::char::CharTryFromError",
    "std::char::ToUppercase",
    "std::char::ToLowercase",
    "std::char::EscapeDebug",
    "std::char::EscapeDefault",
    "std::array::TryFromSliceError",
    "std::convert::Infallible",
    "std::net::AddrParseError",
    "std::net::IpAddr",
    "std::net::Ipv4Addr",
    "std::net::Ipv6Addr",
    "std::net::SocketAddr",
    "std::net::SocketAddrV4",
    "std::net::SocketAddrV6",
    "std::net::Shutdown",
    "std::ffi::NulError",
    "std::ffi::FromBytesWithNulError",
    "std::env::VarError",
    "std::any::TypeId",
    "std::time::SystemTimeError",
    "std::io::ErrorKind",
    "std::io::SeekFrom",
    "std::io::Empty",
    "std::io::Sink",
    "std::io::BufReader",
    "std::io::BufWriter",
    "std::io::LineWriter",
    "std::io::Take",
    "std::hash::BuildHasherDefault",
    "std::sync::atomic::AtomicBool",
    "std::sync::atomic::AtomicU8",
    "std::sync::atomic::AtomicU16",
    "std::sync::atomic::AtomicU32",
    "std::sync::atomic::AtomicU64",
    "std::sync::atomic::AtomicUsize",
    "std::sync::atomic::AtomicI8",
    "std::sync::atomic::AtomicI16",
    "std::sync::atomic::AtomicI32",
    "std::sync::atomic::AtomicI64",
    "std::sync::atomic::AtomicIsize",
    "std::sync::atomic::Ordering",
    "std::sync::mpsc::Sender",
    "std::sync::mpsc::SyncSender",
    "std::sync::mpsc::Receiver",
    "std::sync::mpsc::RecvError",
    "std::task::Waker",
    "std::pin::Pin",
    "std::future::Ready",
    "std::panic::AssertUnwindSafe",
    "std::mem::ManuallyDrop",
    "std::mem::MaybeUninit",
    "std::marker::PhantomPinned",
    "std::num::IntErrorKind",
    "std::num::FpCategory",
    "std::option::IntoIter",
    "std::result::IntoIter",
    "std::iter::Empty",
    "std::iter::Once",
    "std::iter::Repeat",
    "std::iter::Peekable",
    "std::iter::Enumerate",
    "std::iter::Fuse",
    "std::iter::Rev",
    "std::iter::Skip",
    "std::iter::Take",
    "std::iter::Chain",
    "std::iter::Zip",
    "std::iter::Cloned",
    "std::iter::Copied",
    "std::collections::vec_deque::IntoIter",
    "std::collections::linked_list::IntoIter",
    "std::collections::binary_heap::IntoIter",
    "std::collections::btree_set::IntoIter",
    "std::collections::hash_set::IntoIter",
    "std::collections::btree_map::IntoIter",
    "std::collections::btree_map::IntoKeys",
    "std::collections::btree_map::IntoValues",
    "std::collections::hash_map::IntoIter",
    "std::collections::hash_map::IntoKeys",
    "std::collections::hash_map::IntoValues",
];

/// True unless no value of the type can hold a borrow. What is not known may.
pub(crate) fn may_borrow(api: &Api, ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) => false,
        Ty::Path { path, .. } => {
            let own = match api.types.get(path) {
                Some(def) => def.generics.has_lifetime,
                None => !super::IN_HARNESS.contains(&path.as_str()) && !OWNED.contains(&path.as_str()),
            };
            own || part_may_borrow(api, ty)
        }
        Ty::Slice(_) | Ty::Array(..) | Ty::Tuple(_) => part_may_borrow(api, ty),
        // A function pointer's types say what it takes, not what it holds.
        Ty::FnPointer(..) => false,
        _ => true,
    }
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
