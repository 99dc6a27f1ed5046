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
    write_to_what_the_caller_left_open => leaves_no_mark(9);
}

/// The test that explores this crate leaves a file open under this number.
fn leaves_no_mark(fd: i64) -> bool {
    // SAFETY: the text lives as long as the program.
    unsafe { crate::syscall(1, fd, text(b"mark\0"), 4_i64) < 0 }
}
