/** Processors whose system calls are known, as `process.arch` names them. */
export type FilteredArchitecture = 'x64' | 'arm64'

/** The kernel's names of the architectures (`AUDIT_ARCH_…`). */
export const auditArchitecture = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const satisfies Record<
  FilteredArchitecture,
  number
>

/**
 * System calls that are refused whatever their arguments: mounts and namespaces, other processes' memory, the kernel's keys,
 * modules, programs inside the kernel, rings of system calls that no filter sees, clocks. By name: their numbers on x86-64 and, if
 * it has the call, on arm64.
 */
export const refusedCalls = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  create_module: [174],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  get_kernel_syms: [177],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioperm: [173],
  iopl: [172],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  modify_ldt: [154],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  nfsservctl: [180, 42],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  query_module: [178],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  sysfs: [139],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  uselib: [134],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
} as const satisfies Record<string, readonly [number] | readonly [number, number]>

/** Calls that are judged by their arguments. */
export const judgedCalls = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  openat2: [437, 437],
  personality: [135, 92],
  socket: [41, 198],
  socketpair: [53, 199],
} as const satisfies Record<string, readonly [number, number]>

/**
 * Calls that set the mode of a file: the position of the mode among the arguments, and of the flags for calls that only may create
 * a file.
 */
export const modeCalls = {
  chmod: { numbers: [90], mode: 1 },
  fchmod: { numbers: [91, 52], mode: 1 },
  fchmodat: { numbers: [268, 53], mode: 2 },
  fchmodat2: { numbers: [452, 452], mode: 2 },
  creat: { numbers: [85], mode: 1 },
  mknod: { numbers: [133], mode: 1 },
  mknodat: { numbers: [259, 33], mode: 2 },
  open: { numbers: [2], mode: 2, flags: 1 },
  openat: { numbers: [257, 56], mode: 3, flags: 2 },
} as const satisfies Record<string, ModeCall>

export interface ModeCall {
  readonly numbers: readonly [number] | readonly [number, number]
  readonly mode: number
  readonly flags?: number
}

/** Returns the number of a call on a processor; undefined if it has no such call. */
export function numberOf(numbers: readonly number[], architecture: FilteredArchitecture): number | undefined {
  return numbers[architecture === 'x64' ? 0 : 1]
}
