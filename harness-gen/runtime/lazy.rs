//! An integer that is decided when code looks at it: it stands for `i32` where a type parameter is open. Copying and
//! moving it is no look; every method is one, and behaves exactly as that of `i32` does. It is twice as large as what it
//! stands for, and code that reads the bytes of its parameter without a trait is not noticed.

use crate::arena::Arena;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::*;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// A value, and whom to tell when it is looked at.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct LazyInt {
    value: i32,
    /// `k + 1` if it is placeholder `k` of the program, 0 if it is decided.
    watch: u32,
}

/// The function that a look at placeholder `k` is told to; null before the start.
static DEMANDED: AtomicPtr<()> = AtomicPtr::new(null_mut());

/// From here on looks are told to this function.
pub fn configure(demanded: unsafe extern "C" fn(k: u32)) {
    DEMANDED.store(demanded as *mut (), Relaxed);
}

#[cold]
fn tell(watch: u32) {
    let demanded = DEMANDED.load(Relaxed);
    if !demanded.is_null() {
        // SAFETY: `configure` stored such a function, and it may be called at any time with any number.
        unsafe { std::mem::transmute::<*mut (), unsafe extern "C" fn(u32)>(demanded)(watch - 1) }
    }
}

impl LazyInt {
    /// A decided one.
    pub const fn of(value: i32) -> LazyInt {
        LazyInt { value, watch: 0 }
    }

    /// Placeholder `watch - 1` of the program, or a decided one.
    pub fn watched(value: i32, watch: u32) -> LazyInt {
        LazyInt { value, watch }
    }

    #[inline]
    fn look(self) -> i32 {
        if self.watch != 0 {
            tell(self.watch);
        }
        self.value
    }
}

/// Decided ones around constants, each made once and kept for good, by the op of the constant. Their memory is not the
/// crate's, whose blocks tell values apart.
pub struct LazyConstants {
    made: Vec<*mut LazyInt>,
    arena: Arena,
}

impl LazyConstants {
    /// None yet.
    pub const fn new() -> LazyConstants {
        LazyConstants {
            made: Vec::new(),
            arena: Arena::new(),
        }
    }

    /// Room for those of so many ops. Called before any run.
    pub fn reserve(&mut self, op_count: usize) {
        self.made = vec![null_mut(); op_count];
    }

    /// Whether one of them may lie at this address.
    pub fn holds(&self, address: usize) -> bool {
        self.arena.holds(address)
    }

    /// The one around the value of this op.
    ///
    /// # Safety
    /// `value` points to an `i32`.
    #[inline]
    pub unsafe fn around(&mut self, op: u32, value: *mut u8) -> *mut u8 {
        let made = &mut self.made[op as usize];
        if made.is_null() {
            let room = self.arena.take(size_of::<LazyInt>(), align_of::<LazyInt>());
            // SAFETY: promised by the caller; there is room for one.
            unsafe {
                room.cast::<LazyInt>()
                    .write(LazyInt::of(value.cast::<i32>().read()))
            };
            *made = room.cast();
        }
        made.cast()
    }
}

impl PartialEq for LazyInt {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.look() == other.look()
    }
}

impl Eq for LazyInt {}

impl PartialOrd for LazyInt {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LazyInt {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.look().cmp(&other.look())
    }
}

impl Hash for LazyInt {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.look().hash(state);
    }
}

impl fmt::Debug for LazyInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.look(), f)
    }
}

impl fmt::Display for LazyInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.look(), f)
    }
}

impl Default for LazyInt {
    fn default() -> Self {
        LazyInt::of(i32::default())
    }
}

/// The trait, its method, the assigning trait, its method. Overflows are faults of whoever calculates, as for `i32`.
macro_rules! operators {
    ($($name:ident $method:ident $assign:ident $assign_method:ident)*) => {
        $(
            impl $name for LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self, other: LazyInt) -> LazyInt {
                    LazyInt::of(self.look().$method(other.look()))
                }
            }
            impl $name<&LazyInt> for LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self, other: &LazyInt) -> LazyInt {
                    LazyInt::of(self.look().$method(other.look()))
                }
            }
            impl $name<LazyInt> for &LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self, other: LazyInt) -> LazyInt {
                    LazyInt::of(self.look().$method(other.look()))
                }
            }
            impl $name<&LazyInt> for &LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self, other: &LazyInt) -> LazyInt {
                    LazyInt::of(self.look().$method(other.look()))
                }
            }
            impl $assign for LazyInt {
                #[inline]
                #[track_caller]
                fn $assign_method(&mut self, other: LazyInt) {
                    *self = LazyInt::of((*self).look().$method(other.look()));
                }
            }
            impl $assign<&LazyInt> for LazyInt {
                #[inline]
                #[track_caller]
                fn $assign_method(&mut self, other: &LazyInt) {
                    *self = LazyInt::of((*self).look().$method(other.look()));
                }
            }
        )*
    };
}

operators! {
    Add add AddAssign add_assign
    Sub sub SubAssign sub_assign
    Mul mul MulAssign mul_assign
    Div div DivAssign div_assign
    Rem rem RemAssign rem_assign
    BitAnd bitand BitAndAssign bitand_assign
    BitOr bitor BitOrAssign bitor_assign
    BitXor bitxor BitXorAssign bitxor_assign
}

macro_rules! unary_operators {
    ($($name:ident $method:ident)*) => {
        $(
            impl $name for LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self) -> LazyInt {
                    LazyInt::of(self.look().$method())
                }
            }
            impl $name for &LazyInt {
                type Output = LazyInt;
                #[inline]
                #[track_caller]
                fn $method(self) -> LazyInt {
                    LazyInt::of((*self).look().$method())
                }
            }
        )*
    };
}

unary_operators!(Neg neg Not not);
