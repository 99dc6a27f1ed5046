//! What Landlock decides of files, and what it does not see.

use crate::{AT_FDCWD, acts, parent, refused, text};
use std::fs;
use std::io::ErrorKind;

fn denied<T>(result: std::io::Result<T>) -> bool {
    result.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

const ROOT: &[u8] = b"/\0";
const ATTRIBUTE: &[u8] = b"user.acts\0";
const FIFO: i64 = 0o010_600;

acts! { FILES:
    write_beside => denied(fs::write("../acts", "x"));
    write_tmp => denied(fs::write("/tmp/acts", "x"));
    read_bait => denied(fs::read("../secret"));
    read_passwd => denied(fs::read("/etc/passwd"));
    read_environment_of_parent => fs::read(format!("/proc/{}/environ", parent())).is_err();
    write_memory_of_parent => fs::OpenOptions::new().write(true).open(format!("/proc/{}/mem", parent())).is_err();
    read_memory_of_parent => fs::File::open(format!("/proc/{}/mem", parent())).is_err();
    link_out => fs::hard_link("/etc/passwd", "passwd").is_err();
    rename_out => fs::write("inside", "").is_ok() && fs::rename("inside", "../inside").is_err();
    unlink_outside => denied(fs::remove_file("../secret"));
    oom_score => denied(fs::write("/proc/self/oom_score_adj", "-1"));
    chmod => refused(90, [text(ROOT), 0o755, 0, 0, 0, 0]);
    fchmod => refused(91, [-1, 0o755, 0, 0, 0, 0]);
    fchmodat => refused(268, [AT_FDCWD, 0, 0o755, 0, 0, 0]);
    fchmodat2 => refused(452, [AT_FDCWD, 0, 0o755, 0, 0, 0]);
    chown => refused(92, [0, 0, 0, 0, 0, 0]);
    fchown => refused(93, [-1, 0, 0, 0, 0, 0]);
    lchown => refused(94, [0, 0, 0, 0, 0, 0]);
    fchownat => refused(260, [AT_FDCWD, 0, 0, 0, 0, 0]);
    utime => refused(132, [0, 0, 0, 0, 0, 0]);
    utimes => refused(235, [0, 0, 0, 0, 0, 0]);
    futimesat => refused(261, [-1, 0, 0, 0, 0, 0]);
    utimensat => refused(280, [-1, 0, 0, 0, 0, 0]);
    setxattr => refused(188, [text(ROOT), text(ATTRIBUTE), 0, 0, 0, 0]);
    lsetxattr => refused(189, [text(ROOT), text(ATTRIBUTE), 0, 0, 0, 0]);
    fsetxattr => refused(190, [-1, text(ATTRIBUTE), 0, 0, 0, 0]);
    removexattr => refused(197, [text(ROOT), text(ATTRIBUTE), 0, 0, 0, 0]);
    lremovexattr => refused(198, [text(ROOT), text(ATTRIBUTE), 0, 0, 0, 0]);
    fremovexattr => refused(199, [-1, text(ATTRIBUTE), 0, 0, 0, 0]);
    setxattrat => refused(463, [-1, 0, 0, 0, 0, 0]);
    removexattrat => refused(466, [-1, 0, 0, 0, 0, 0]);
    file_setattr => refused(469, [-1, 0, 0, 0, 0, 0]);
    mknod => refused(133, [0, FIFO, 0, 0, 0, 0]);
    mknodat => refused(259, [-1, 0, FIFO, 0, 0, 0]);
    name_to_handle_at => refused(303, [AT_FDCWD, 0, 0, 0, 0, 0]);
    open_by_handle_at => refused(304, [-1, 0, 0, 0, 0, 0]);
    inotify_init => refused(253, [0; 6]);
    inotify_init1 => refused(294, [0; 6]);
    inotify_add_watch => refused(254, [-1, text(ROOT), 0x100, 0, 0, 0]);
    fanotify_init => refused(300, [0; 6]);
    fanotify_mark => refused(301, [-1, 0, 0, 0, 0, 0]);
    quotactl => refused(179, [-1, 0, 0, 0, 0, 0]);
    quotactl_fd => refused(443, [-1, 0, 0, 0, 0, 0]);
    sync => refused(162, [0; 6]);
    syncfs => refused(306, [-1, 0, 0, 0, 0, 0]);
    memfd_to_execute => refused(319, [text(ROOT), 0x10, 0, 0, 0, 0]);
    memfd_secret => refused(447, [-1, 0, 0, 0, 0, 0]);
    directory_notice => refused(72, [-1, 1026, 0, 0, 0, 0]);
    lease => refused(72, [-1, 1024, 0, 0, 0, 0]);
    signal_owner => refused(72, [-1, 8, parent(), 0, 0, 0]);
    signal_owner_ex => refused(72, [-1, 15, 0, 0, 0, 0]);
    signal_number => refused(72, [-1, 10, 9, 0, 0, 0]);
    push_to_terminal => refused(16, [-1, 0x5412, 0, 0, 0, 0]);
    push_to_terminal_with_high_bits => refused(16, [-1, 0x1_0000_5412, 0, 0, 0, 0]);
    owner_by_ioctl => refused(16, [-1, 0x8901, 0, 0, 0, 0]);
    read_bait_by_openat2 => refused(437, [AT_FDCWD, text(b"../secret\0"), OPEN_HOW.as_ptr() as i64, 24, 0, 0]);
    read_bait_by_descriptor => reopened().is_err();
    read_bait_by_link => (std::os::unix::fs::symlink("../secret", "a-link").is_ok() || fs::read_link("a-link").is_ok()) && denied(fs::read("a-link"));
    read_bait_by_directory => denied(fs::read("/proc/self/cwd/../secret"));
    read_below_own_root => denied(fs::read("/proc/self/root/etc/passwd"));
    read_below_first_root => fs::read("/proc/1/root/etc/passwd").is_err();
    read_environment_of_first => fs::read("/proc/1/environ").is_err();
    descriptor_of_first => fs::read_link("/proc/1/fd/0").is_err();
    link_bait_in => fs::hard_link("../secret", "mine").is_err();
    exchange_with_bait => fs::write("inside", "").is_ok() && !is_done(316, [AT_FDCWD, text(b"inside\0"), AT_FDCWD, text(b"../secret\0"), 2, 0]);
    truncate_outside => refused(76, [text(b"../secret\0"), 0, 0, 0, 0, 0]);
    temporary_file_outside => refused(257, [AT_FDCWD, text(b"/tmp\0"), 0x41_0002, 0o600, 0, 0]);
    directory_outside => denied(fs::create_dir("/tmp/acts-directory"));
    link_outside => denied(std::os::unix::fs::symlink("/", "/tmp/acts-link"));
    host_name_by_file => fs::write("/proc/sys/kernel/hostname", "acts").is_err();
    most_processes_by_file => fs::write("/proc/sys/kernel/pid_max", "4000000").is_err();
    key_of_the_system => fs::write("/proc/sysrq-trigger", "h").is_err();
    map_of_users => fs::write("/proc/self/uid_map", "0 0 1").is_err();
    own_memory_as_a_file => fs::OpenOptions::new().write(true).open("/proc/self/mem").is_err();
    memory_of_the_machine => fs::File::open("/dev/mem").is_err();
    messages_of_the_kernel => fs::File::open("/dev/kmsg").is_err();
    new_terminal => fs::File::open("/dev/ptmx").is_err();
    file_systems_of_its_own => fs::File::open("/dev/fuse").is_err();
    machines_of_its_own => fs::File::open("/dev/kvm").is_err();
    attribute => refused(191, [text(ROOT), text(ATTRIBUTE), 0, 0, 0, 0]);
    attributes => refused(194, [text(ROOT), 0, 0, 0, 0, 0]);
    attribute_at => refused(464, [-1, 0, 0, 0, 0, 0]);
    attributes_at => refused(465, [-1, 0, 0, 0, 0, 0]);
    file_attributes => refused(468, [-1, 0, 0, 0, 0, 0]);
    flags_by_ioctl => refused(16, [-1, 0x4008_6602, 0, 0, 0, 0]);
    attributes_by_ioctl => refused(16, [-1, 0x401c_5820, 0, 0, 0, 0]);
    clone_by_ioctl => refused(16, [-1, 0x4004_9409, 0, 0, 0, 0]);
    freeze_by_ioctl => refused(16, [-1, 0xc004_5877, 0, 0, 0, 0]);
    paste_to_terminal => refused(16, [-1, 0x541c, 0, 0, 0, 0]);
    take_terminal => refused(16, [-1, 0x540e, 0, 0, 0, 0]);
    write_to_what_the_caller_left_open => leaves_no_mark(9);
}

/// To read, without modes and rules.
const OPEN_HOW: [u64; 3] = [0; 3];

/// Opens the bait as a name only, and then what is behind that.
fn reopened() -> std::io::Result<Vec<u8>> {
    use std::os::unix::fs::OpenOptionsExt;
    let name = fs::OpenOptions::new().read(true).custom_flags(0o10_000_000).open("../secret")?;
    fs::read(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&name)))
}

/// Whether it was done: directories on two file systems are a reason not to, besides a refusal.
fn is_done(number: i64, arguments: [i64; 6]) -> bool {
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: addresses are of what lives as long as the program.
    unsafe { crate::syscall(number, a, b, c, d, e, f) == 0 }
}

/// The test that explores this crate leaves a file open under this number.
fn leaves_no_mark(fd: i64) -> bool {
    // SAFETY: the text lives as long as the program.
    unsafe { crate::syscall(1, fd, text(b"mark\0"), 4_i64) < 0 }
}
