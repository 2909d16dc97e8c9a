import {
  allow,
  and,
  type FilterInstruction,
  killProcess,
  load,
  refuse,
  whenAnyBit,
  whenAtLeast,
  whenEqual,
} from './filter-instruction.ts'
import {
  auditArchitecture,
  type FilteredArchitecture,
  judgedCalls,
  type ModeCall,
  modeCalls,
  numberOf,
  refusedCalls,
} from './system-calls.ts'

export interface SeccompFilterOptions {
  readonly architecture: FilteredArchitecture
  /** True if programs may use Unix sockets, which lead to any listener on disk. Socket pairs are always allowed. */
  readonly unixSockets: boolean
}

const errno = { notPermitted: 1, noSuchCall: 38, noSuchFamily: 97 } as const
/** `CLONE_NEWNS`, `…CGROUP`, `…UTS`, `…IPC`, `…USER`, `…PID`, `…NET`. */
const newNamespaces = 0x7e02_0000
/** `TIOCSTI` and `TIOCLINUX` type into the terminal that started us. */
const typing = [0x5412, 0x541c] as const
/** Plain Linux, `UNAME26`, both with 32 bits, and asking. */
const personalities = [0x0, 0x8, 0x2_0000, 0x2_0008, 0xffff_ffff] as const
const family = { unix: 1, internet: 2, internet6: 10, netlink: 16 } as const
const socketTypeMask = 0xf
const socketType = { stream: 1, raw: 3, packets: 5 } as const
/**
 * `S_ISUID` and `S_ISGID`: a process that runs such a file becomes its owner, which on the machine is Drawbridge's
 * user.
 */
const otherIdentity = 0o6000
/** `O_CREAT` and the bit of `O_TMPFILE`: without them an open has no mode. */
const makesFile = 0x40_0040
/** The bit by which 32-bit calls on x86-64 (x32) are marked. */
const x32 = 0x4000_0000

const refused = refuse(errno.notPermitted)

/**
 * Returns the filter of system calls that are refused inside, in addition to namespaces and dropped capabilities. Calls
 * of another architecture kill the program, since their numbers mean something else. Pure.
 */
export function seccompFilter({ architecture, unixSockets }: SeccompFilterOptions): readonly FilterInstruction[] {
  return [
    load('architecture'),
    ...whenNot(auditArchitecture[architecture], [killProcess]),
    load('number'),
    ...(architecture === 'x64' ? whenAtLeast(x32, [killProcess]) : []),
    ...Object.values(refusedCalls).flatMap((numbers) => onCall(numbers, [refused])),
    // A program cannot tell this from an old kernel, and falls back to `clone`, whose flags a filter can see.
    ...onCall(judgedCalls.clone3, [refuse(errno.noSuchCall)]),
    ...onCall(judgedCalls.clone, [load({ argument: 0 }), ...whenAnyBit(newNamespaces, [refused]), allow]),
    ...onCall(judgedCalls.ioctl, [
      load({ argument: 1 }),
      ...typing.flatMap((request) => whenEqual(request, [refused])),
      allow,
    ]),
    ...onCall(judgedCalls.personality, [
      load({ argument: 0 }),
      ...personalities.flatMap((kind) => whenEqual(kind, [allow])),
      refused,
    ]),
    ...onCall(judgedCalls.socket, judgeSocket(unixSockets)),
    ...(unixSockets ? [] : onCall(judgedCalls.socketpair, judgePair)),
    ...Object.values(modeCalls).flatMap((call) => onCall(call.numbers, judgeMode(call))),
    // Its mode is in memory, where a filter cannot see it; programs fall back to `openat`.
    ...onCall(judgedCalls.openat2, [refuse(errno.noSuchCall)]),
    allow,
  ]

  function onCall(numbers: readonly number[], then: readonly FilterInstruction[]): readonly FilterInstruction[] {
    const number = numberOf(numbers, architecture)
    return number === undefined ? [] : whenEqual(number, then)
  }
}

/** Internet sockets end in the sandbox's own network. What knows no network namespace (`AF_VSOCK`, `AF_ALG` …) is not there. */
function judgeSocket(unixSockets: boolean): readonly FilterInstruction[] {
  return [
    load({ argument: 1 }),
    and(socketTypeMask),
    ...whenEqual(socketType.raw, [
      // Asking for the machine's own addresses is done by such a socket too.
      load({ argument: 0 }),
      ...whenEqual(family.netlink, [load({ argument: 2 }), ...whenEqual(0, [allow])]),
      refused,
    ]),
    load({ argument: 0 }),
    ...whenEqual(family.unix, [unixSockets ? allow : refused]),
    ...whenEqual(family.internet, [allow]),
    ...whenEqual(family.internet6, [allow]),
    ...whenEqual(family.netlink, [load({ argument: 2 }), ...whenEqual(0, [allow]), refused]),
    refuse(errno.noSuchFamily),
  ]
}

/**
 * Ends of a pair of datagram sockets are not bound to each other: each may send, descriptors too, to any socket that has a name on the
 * disk. Those of streams and of packets in order stay with each other.
 */
const judgePair: readonly FilterInstruction[] = [
  load({ argument: 0 }),
  ...whenNot(family.unix, [refuse(errno.noSuchFamily)]),
  load({ argument: 1 }),
  and(socketTypeMask),
  ...[socketType.stream, socketType.packets].flatMap((type) => whenEqual(type, [allow])),
  refused,
]

function judgeMode({ mode, flags }: ModeCall): readonly FilterInstruction[] {
  const judged = [load({ argument: mode }), ...whenAnyBit(otherIdentity, [refused]), allow]
  return flags === undefined ? judged : [load({ argument: flags }), ...whenAnyBit(makesFile, judged), allow]
}

function whenNot(value: number, then: readonly FilterInstruction[]): readonly FilterInstruction[] {
  const [test, ...rest] = whenEqual(value, then)
  return test === undefined ? [] : [{ ...test, jumpTrue: test.jumpFalse, jumpFalse: 0 }, ...rest]
}
