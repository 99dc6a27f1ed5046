//! Other processes, new ones, and ways to talk to them.

use crate::{acts, parent, refused, text};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::process::Command;

const SH: &[u8] = b"/bin/sh\0";

/// What the system calls a thread of its own, and a process.
const CLONE_SIGHAND: i64 = 0x800;
const NEW_USER_NAMESPACE: i64 = 0x1000_0000;

/// Panics if any other process is listed.
pub fn sees_no_others() {
    let listed = std::fs::read_dir("/proc").expect("the list can be read").flatten();
    let numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let others: Vec<u32> = numbers.filter(|number| *number != std::process::id()).collect();
    assert!(others.is_empty(), "others are listed: {others:?}");
}

fn pair(kind: i64) -> bool {
    let mut ends = [0_i32; 2];
    refused(53, [1, kind, 0, ends.as_mut_ptr() as i64, 0, 0])
}

acts! { PROCESSES:
    tcp => TcpStream::connect(("127.0.0.1", 9)).is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied);
    tcp_listener => TcpListener::bind(("127.0.0.1", 0)).is_err();
    udp => UdpSocket::bind(("127.0.0.1", 0)).is_err();
    unix_stream => UnixStream::connect("/run/acts").is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied);
    unix_listener => UnixListener::bind("acts.socket").is_err();
    unix_datagram => UnixDatagram::unbound().is_err();
    unix_datagram_pair => pair(2);
    unix_raw_pair => pair(3);
    inet_pair => refused(53, [2, 1, 0, 0, 0, 0]);
    netlink => refused(41, [16, 3, 0, 0, 0, 0]);
    packet => refused(41, [17, 3, 0, 0, 0, 0]);
    vsock => refused(41, [40, 1, 0, 0, 0, 0]);
    icmp => refused(41, [2, 2, 1, 0, 0, 0]);
    icmp_6 => refused(41, [10, 2, 58, 0, 0, 0]);
    raw => refused(41, [2, 3, 255, 0, 0, 0]);
    ciphers => refused(41, [38, 5, 0, 0, 0, 0]);
    bluetooth => refused(41, [31, 3, 0, 0, 0, 0]);
    express_data => refused(41, [44, 3, 0, 0, 0, 0]);
    cluster => refused(41, [30, 5, 0, 0, 0, 0]);
    tipc_pair => refused(53, [30, 1, 0, 0, 0, 0]);
    datagram_pair_with_high_bits => refused(53, [0x1_0000_0001, 0x1_0000_0002, 0, 0, 0, 0]);
    filter_of_packets => refused(54, [-1, 1, 26, 0, 0, 0]);
    busy_poll => refused(54, [-1, 1, 46, 0, 0, 0]);
    connect => refused(42, [-1, 0, 0, 0, 0, 0]);
    accept => refused(43, [-1, 0, 0, 0, 0, 0]);
    accept4 => refused(288, [-1, 0, 0, 0, 0, 0]);
    bind => refused(49, [-1, 0, 0, 0, 0, 0]);
    listen => refused(50, [-1, 0, 0, 0, 0, 0]);
    send_to => refused(44, [-1, 0, 0, 0, text(SH), 16]);
    sendmsg => refused(46, [-1, 0, 0, 0, 0, 0]);
    recvmsg => refused(47, [-1, 0, 0, 0, 0, 0]);
    sendmmsg => refused(307, [-1, 0, 0, 0, 0, 0]);
    recvmmsg => refused(299, [-1, 0, 0, 0, 0, 0]);
    pass_credentials => refused(54, [-1, 1, 16, 0, 0, 0]);
    ask_for_peer => refused(55, [-1, 1, 77, 0, 0, 0]);
    command => Command::new("/bin/true").spawn().is_err();
    fork => refused(57, [0; 6]);
    vfork_ => refused(435, [0; 6]);
    clone => refused(56, [17, 0, 0, 0, 0, 0]);
    clone_odd => refused(56, [CLONE_SIGHAND, 0, 0, 0, 0, 0]);
    clone_user_namespace => refused(56, [NEW_USER_NAMESPACE | 17, 0, 0, 0, 0, 0]);
    clone_of_parent => refused(56, [0x8000 | 17, 0, 0, 0, 0, 0]);
    clone_network_namespace => refused(56, [0x4000_0000 | 17, 0, 0, 0, 0, 0]);
    clone_traced => refused(56, [0x2000 | 0x1_0f00, 0, 0, 0, 0, 0]);
    old_library => refused(134, [text(SH), 0, 0, 0, 0, 0]);
    execute_memory => refused(322, [-1, text(b"\0"), 0, 0, 0x1000, 0]);
    execve => refused(59, [text(SH), 0, 0, 0, 0, 0]);
    execveat => refused(322, [-1, text(SH), 0, 0, 0, 0]);
    kill_parent => refused(62, [parent(), 0, 0, 0, 0, 0]);
    kill_first => refused(62, [1, 0, 0, 0, 0, 0]);
    kill_all => refused(62, [-1, 0, 0, 0, 0, 0]);
    kill_own_group => refused(62, [0, 0, 0, 0, 0, 0]);
    tkill_parent => refused(200, [parent(), 0, 0, 0, 0, 0]);
    tgkill_parent => refused(234, [parent(), parent(), 0, 0, 0, 0]);
    queue_to_parent => refused(129, [parent(), 0, 0, 0, 0, 0]);
    queue_to_thread_of_parent => refused(297, [parent(), parent(), 0, 0, 0, 0]);
    pidfd_open => refused(434, [parent(), 0, 0, 0, 0, 0]);
    pidfd_send_signal => refused(424, [-1, 0, 0, 0, 0, 0]);
    pidfd_getfd => refused(438, [-1, 0, 0, 0, 0, 0]);
    kill_group_of_parent => refused(62, [-parent(), 0, 0, 0, 0, 0]);
    kill_group_of_first => refused(62, [-1, 0, 0, 0, 0, 0]);
    queue_to_first => refused(129, [1, 0, 0, 0, 0, 0]);
    pidfd_of_itself => refused(434, [i64::from(std::process::id()), 0, 0, 0, 0, 0]);
    pidfd_of_a_thread => refused(434, [parent(), 0o200, 0, 0, 0, 0]);
    events_of_parent => refused(298, [0, parent(), -1, -1, 0, 0]);
    be_traced => refused(101, [0, 0, 0, 0, 0, 0]);
    seize_parent => refused(101, [0x4206, parent(), 0, 0, 0, 0]);
    ptrace => refused(101, [16, parent(), 0, 0, 0, 0]);
    read_vm => refused(310, [parent(), 0, 0, 0, 0, 0]);
    write_vm => refused(311, [parent(), 0, 0, 0, 0, 0]);
    process_madvise => refused(440, [-1, 0, 0, 0, 0, 0]);
    process_mrelease => refused(448, [-1, 0, 0, 0, 0, 0]);
    kcmp => refused(312, [parent(), parent(), 0, 0, 0, 0]);
    limits_of_parent => refused(302, [parent(), 7, 0, 0, 0, 0]);
    affinity_of_parent => refused(203, [parent(), 0, 0, 0, 0, 0]);
    nice_of_parent => refused(141, [3, parent(), 0, 0, 0, 0]);
    schedule_of_parent => refused(144, [parent(), 0, 0, 0, 0, 0]);
    parameters_of_parent => refused(142, [parent(), 0, 0, 0, 0, 0]);
    attributes_of_parent => refused(314, [parent(), 0, 0, 0, 0, 0]);
    io_priority_of_parent => refused(251, [9, parent(), 0, 0, 0, 0]);
    group_of_parent => refused(109, [parent(), 0, 0, 0, 0, 0]);
    migrate_parent => refused(256, [parent(), 0, 0, 0, 0, 0]);
    move_pages_of_parent => refused(279, [parent(), 0, 0, 0, 0, 0]);
    robust_list_of_parent => refused(274, [parent(), 0, 0, 0, 0, 0]);
    limits_of_first => refused(302, [1, 7, 0, 0, 0, 0]);
    nice_of_everybody => refused(141, [2, 0, 0, 0, 0, 0]);
    schedule_of_first => refused(144, [1, 0, 0, 0, 0, 0]);
    io_priority_of_everybody => refused(251, [3, 0, 0, 0, 0, 0]);
    io_priority_of_itself => refused(251, [1, 0, 0, 0, 0, 0]);
    session => refused(112, [0; 6]);
    shared_memory => refused(29, [0, 0, 0, 0, 0, 0]);
    attached_memory => refused(30, [-1, 0, 0, 0, 0, 0]);
    shared_memory_control => refused(31, [-1, 0, 0, 0, 0, 0]);
    semaphores => refused(64, [0, 0, 0, 0, 0, 0]);
    semaphore_operation => refused(65, [-1, 0, 0, 0, 0, 0]);
    messages => refused(68, [0, 0, 0, 0, 0, 0]);
    detached_memory => refused(67, [0, 0, 0, 0, 0, 0]);
    semaphore_control => refused(66, [-1, 0, 0, 0, 0, 0]);
    semaphore_operation_in_time => refused(220, [-1, 0, 0, 0, 0, 0]);
    message_sent => refused(69, [-1, 0, 0, 0, 0, 0]);
    message_received => refused(70, [-1, 0, 0, 0, 0, 0]);
    message_control => refused(71, [-1, 0, 0, 0, 0, 0]);
    message_queue_send => refused(242, [-1, 0, 0, 0, 0, 0]);
    message_queue_receive => refused(243, [-1, 0, 0, 0, 0, 0]);
    message_queue_notice => refused(244, [-1, 0, 0, 0, 0, 0]);
    message_queue_attributes => refused(245, [-1, 0, 0, 0, 0, 0]);
    message_queue => refused(240, [0, 0, 0, 0, 0, 0]);
    message_queue_unlink => refused(241, [0, 0, 0, 0, 0, 0]);
}
