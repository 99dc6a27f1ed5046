//! The allocator of stand-alone tests of leaks, as they declare it in their function.
    // Live bytes of the process: it must not have another allocator.
    static LIVE: std::sync::atomic::AtomicIsize = std::sync::atomic::AtomicIsize::new(0);
    struct Counting;
    unsafe impl std::alloc::GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
            LIVE.fetch_add(layout.size() as isize, std::sync::atomic::Ordering::Relaxed);
            unsafe { std::alloc::GlobalAlloc::alloc(&std::alloc::System, layout) }
        }
        unsafe fn dealloc(&self, block: *mut u8, layout: std::alloc::Layout) {
            LIVE.fetch_sub(layout.size() as isize, std::sync::atomic::Ordering::Relaxed);
            unsafe { std::alloc::GlobalAlloc::dealloc(&std::alloc::System, block, layout) }
        }
    }
    #[global_allocator]
    static COUNTING: Counting = Counting;
