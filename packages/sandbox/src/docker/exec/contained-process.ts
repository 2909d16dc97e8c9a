/** One process of a container, with the numbers of its observer: the engine's or those inside. */
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
  /** Returns true if a process is the root of another program's tree. */
  readonly isOthers: (process: ContainedProcess) => boolean
}

/**
 * Returns the processes that belong neither to the container itself nor to another program: the caller is responsible
 * for them. So a process that left its parents and cleared its environment belongs to the next caller, and cannot
 * escape. Pure.
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
  // Only the container's main process can be in its group: a group cannot leave its session.
  return processes.filter(({ pid, group }) => group !== root && pid !== root && !others.has(pid))
}
