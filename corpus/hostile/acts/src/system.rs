//! The system as a whole, and more rights in it.

use crate::{EACCES, ENOSYS, EPERM, acts, parent, refused};

acts! { SYSTEM:
    mount => refused(165, [0; 6]);
    umount => refused(166, [0; 6]);
    open_tree => refused(428, [-1, 0, 0, 0, 0, 0]);
    move_mount => refused(429, [-1, 0, 0, 0, 0, 0]);
    fsopen => refused(430, [0; 6]);
    fsconfig => refused(431, [-1, 0, 0, 0, 0, 0]);
    fsmount => refused(432, [-1, 0, 0, 0, 0, 0]);
    fspick => refused(433, [-1, 0, 0, 0, 0, 0]);
    mount_setattr => refused(442, [-1, 0, 0, 0, 0, 0]);
    open_tree_attr => refused(467, [-1, 0, 0, 0, 0, 0]);
    statmount => refused(457, [0; 6]);
    listmount => refused(458, [0; 6]);
    pivot_root => refused(155, [0; 6]);
    chroot => refused(161, [0; 6]);
    unshare => refused(272, [0; 6]);
    setns => refused(308, [-1, 0, 0, 0, 0, 0]);
    listns => refused(470, [0; 6]);
    bpf => refused(321, [-1, 0, 0, 0, 0, 0]);
    perf_event_open => refused(298, [0; 6]);
    io_uring_setup => refused(425, [0; 6]);
    io_uring_enter => refused(426, [-1, 0, 0, 0, 0, 0]);
    io_uring_register => refused(427, [-1, 0, 0, 0, 0, 0]);
    io_setup => refused(206, [0; 6]);
    userfaultfd => refused(323, [-1, 0, 0, 0, 0, 0]);
    keyctl => refused(250, [-1, 0, 0, 0, 0, 0]);
    add_key => refused(248, [0; 6]);
    request_key => refused(249, [0; 6]);
    syslog => refused(103, [-1, 0, 0, 0, 0, 0]);
    set_time => refused(164, [0; 6]);
    clock_settime => refused(227, [-1, 0, 0, 0, 0, 0]);
    adjtimex => refused(159, [0; 6]);
    clock_adjtime => refused(305, [-1, 0, 0, 0, 0, 0]);
    host_name => refused(170, [0, -1, 0, 0, 0, 0]);
    domain_name => refused(171, [0, -1, 0, 0, 0, 0]);
    reboot => refused(169, [0; 6]);
    swap_on => refused(167, [0; 6]);
    swap_off => refused(168, [0; 6]);
    accounting => refused(163, [1, 0, 0, 0, 0, 0]);
    init_module => refused(175, [0; 6]);
    delete_module => refused(176, [0; 6]);
    finit_module => refused(313, [-1, 0, 0, 0, 0, 0]);
    kexec => refused(246, [0, 99, 0, 0, 0, 0]);
    kexec_file => refused(320, [-1, 0, 0, 0, 0, 0]);
    iopl => refused(172, [4, 0, 0, 0, 0, 0]);
    ioperm => refused(173, [-1, 0, 0, 0, 0, 0]);
    modify_ldt => refused(154, [-1, 0, 0, 0, 0, 0]);
    personality => refused(135, [0; 6]);
    vhangup => refused(153, [0; 6]);
    lookup_dcookie => refused(212, [0; 6]);
    set_mempolicy => refused(238, [-1, 0, 0, 0, 0, 0]);
    setuid => refused(105, [-1, 0, 0, 0, 0, 0]);
    setgid => refused(106, [-1, 0, 0, 0, 0, 0]);
    setreuid => refused(113, [-1, -1, 0, 0, 0, 0]);
    setregid => refused(114, [-1, -1, 0, 0, 0, 0]);
    setresuid => refused(117, [-1, -1, -1, 0, 0, 0]);
    setresgid => refused(119, [-1, -1, -1, 0, 0, 0]);
    setfsuid => refused(122, [-1, 0, 0, 0, 0, 0]);
    setgroups => refused(116, [-1, 0, 0, 0, 0, 0]);
    capset => refused(126, [0; 6]);
    dumpable => refused(157, [4, 1, 0, 0, 0, 0]);
    parent_death_signal => refused(157, [1, 0, 0, 0, 0, 0]);
    child_subreaper => refused(157, [36, 1, 0, 0, 0, 0]);
    tracer => refused(157, [0x5961_6d61, -1, 0, 0, 0, 0]);
    own_memory_map => refused(157, [35, 0, 0, 0, 0, 0]);
    own_filter => refused(317, [2, 0, 0, 0, 0, 0]);
    lsm_self => refused(460, [0; 6]);
    listener => refused(317, [1, 8, 0, 0, 0, 0]);
    sizes_of_notices => refused(317, [3, 0, 0, 0, 0, 0]);
    lsm_others => refused(459, [0; 6]);
    lsm_list => refused(461, [0; 6]);
    landlock_ruleset => refused(444, [0, 0, 1, 0, 0, 0]);
    landlock_rule => refused(445, [-1, 0, 0, 0, 0, 0]);
    old_parameters => refused(156, [0; 6]);
    old_statistics => refused(136, [-1, 0, 0, 0, 0, 0]);
    kinds_of_file_systems => refused(139, [0; 6]);
    old_file_server => refused(180, [0; 6]);
    old_modules => refused(174, [0; 6]);
    pages_of_files => refused(216, [0; 6]);
    memory_policy => refused(237, [-1, 0, 0, 0, 0, 0]);
    home_of_memory => refused(450, [-1, 0, 0, 0, 0, 0]);
    io_submit => refused(209, [0; 6]);
    io_cancel => refused(210, [0; 6]);
    io_destroy => refused(207, [0; 6]);
    io_pgetevents => refused(333, [0; 6]);
    shadow_stack => refused(453, [-1, 0, 0, 0, 0, 0]);
    statistics_of_cache => refused(451, [-1, 0, 0, 0, 0, 0]);
    sealed_mode => refused(157, [22, 1, 0, 0, 0, 0]);
    filter_by_prctl => refused(157, [22, 2, 0, 0, 0, 0]);
    kept_capabilities => refused(157, [8, 1, 0, 0, 0, 0]);
    secure_bits => refused(157, [28, 0, 0, 0, 0, 0]);
    ambient_capability => refused(157, [47, 2, 21, 0, 0, 0]);
    shared_core => refused(157, [62, 2, parent(), 0, 0, 0]);
    calls_to_user_space => refused(157, [59, 0, 0, 0, 0, 0]);
    flusher => refused(157, [57, 0, 0, 0, 0, 0]);
    errors_of_the_machine => refused(157, [33, 0, 0, 0, 0, 0]);
    speculation => refused(157, [53, 0, 0, 0, 0, 0]);
    program_of_x32 => refused(0x4000_0000 + 520, [0; 6]);
    socket_of_x32 => refused(0x4000_0000 + 41, [1, 2, 0, 0, 0, 0]);
    negative_call => refused(-2, [0; 6]);
    landlock => refused(446, [-1, 0, 0, 0, 0, 0]);
    unknown_call => refused(500, [0; 6]);
    call_of_x32 => refused(0x4000_0000 + 57, [0; 6]);
    fork_by_32_bits => refused_by_32_bits(2, [0; 3]);
    signal_by_32_bits => refused_by_32_bits(37, [parent(), 0, 0]);
    limits_by_32_bits => refused_by_32_bits(340, [parent(), 7, 0]);
    socket_by_32_bits => refused_by_32_bits(359, [1, 2, 0]);
    new_user_by_32_bits => refused_by_32_bits(310, [0x1000_0000, 0, 0]);
    mode_of_descriptor_by_32_bits => refused_by_32_bits(94, [-1, 0, 0]);
    capabilities => has_no_capabilities();
}

/// The same by the gate of 32 bits, which has numbers of its own.
#[cfg(target_arch = "x86_64")]
fn refused_by_32_bits(number: i64, arguments: [i64; 3]) -> bool {
    let returned: i64;
    // SAFETY: the gate keeps all registers but the first, and the compiler's own is put back.
    unsafe {
        std::arch::asm!(
            "xchg rbx, {a}",
            "int 0x80",
            "xchg rbx, {a}",
            a = inout(reg) arguments[0] => _,
            inout("rax") number => returned,
            in("rcx") arguments[1],
            in("rdx") arguments[2],
        );
    }
    // Its results have 32 bits.
    [EPERM, EACCES, ENOSYS].contains(&-(returned as i32))
}

/// There is no such gate.
#[cfg(not(target_arch = "x86_64"))]
fn refused_by_32_bits(_number: i64, _arguments: [i64; 3]) -> bool {
    true
}

/// By what the system says of this process; root has them unless they are given up.
fn has_no_capabilities() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut sets = status.lines().filter(|line| line.starts_with("CapEff") || line.starts_with("CapPrm"));
    sets.clone().count() == 2 && sets.all(|line| line.ends_with("\t0000000000000000"))
}
