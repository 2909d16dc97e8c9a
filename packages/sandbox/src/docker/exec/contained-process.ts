/** One process of a container, as whoever lists them knows it: by numbers of its own, those of the engine or those inside. */
export interface ContainedProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** By whom it was started, as far as its environment says so. */
  readonly marker?: string
}

export interface Attribution {
  /** The group of the process that holds the container. */
  readonly root: number
  /** Whether a process is where somebody else's tree starts. */
  readonly isOthers: (process: ContainedProcess) => boolean
}

/**
 * The processes that belong neither to the container itself nor to a program of somebody else: whoever looks answers for them. So a
 * process that left its parents and cleared its environment belongs to the next who looks, and does not get away. Pure.
 */
export function unclaimed(
  processes: readonly ContainedProcess[],
  { root, isOthers }: Attribution,
): readonly ContainedProcess[] {
  const others = new Set(processes.filter(isOthers).map(({ pid }) => pid))
  for (let before = -1; before !== others.size; ) {
    before = others.size
    for (const { pid, parent, group } of processes) if (others.has(parent) || others.has(group)) others.add(pid)
  }
  // Nobody but what holds the container can be in its group: a group ends at its session.
  return processes.filter(({ pid, group }) => group !== root && pid !== root && !others.has(pid))
}
