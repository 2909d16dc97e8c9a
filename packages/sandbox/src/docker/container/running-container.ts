/** A program that runs in a container, or is about to. */
export interface LiveProgram {
  readonly marker: string
  execId?: string
  /** Its number on the engine's machine, once known. */
  enginePid?: number
}

/** A container used by this process, with this process's programs in it. */
export interface RunningContainer {
  readonly id: string
  readonly name: string
  readonly imageId: string
  /** The lifetime of the container: that of this process, or until it is pruned. */
  readonly life: 'process' | 'kept'
  /** Number of its first process on the engine's machine. */
  readonly enginePid: number
  /** The reason why it was given up, if it was. */
  readonly lost: string | undefined
  readonly live: ReadonlySet<LiveProgram>
  /** Resolves to true if another process of this machine may run programs in it. */
  isShared(): Promise<boolean>
  /** Takes a program in, unless everything in here is being ended: then it waits. */
  enter(program: LiveProgram): Promise<Disposable>
  /**
   * Runs an action that affects every process inside, if `program` is the only one here. No program can enter
   * meanwhile.
   */
  ifAlone(program: LiveProgram, action: () => Promise<void>): Promise<boolean>
  giveUp(reason: string): void
}

export interface RunningContainerFacts
  extends Pick<RunningContainer, 'id' | 'name' | 'imageId' | 'life' | 'enginePid' | 'isShared'> {
  /** Called once, when it is given up. */
  readonly onLost?: () => void
}

export function createRunningContainer({ onLost, ...facts }: RunningContainerFacts): RunningContainer {
  const live = new Set<LiveProgram>()
  let busy: Promise<void> | undefined
  let lost: string | undefined
  return {
    ...facts,
    live,
    get lost() {
      return lost
    },
    giveUp: (reason) => {
      if (lost !== undefined) return
      lost = reason
      onLost?.()
    },
    enter: async (program) => {
      while (busy !== undefined) await busy
      live.add(program)
      return { [Symbol.dispose]: () => void live.delete(program) }
    },
    ifAlone: async (program, action) => {
      if (busy !== undefined || [...live].some((other) => other !== program)) return false
      const done = Promise.withResolvers<void>()
      busy = done.promise
      try {
        await action()
        return true
      } finally {
        busy = undefined
        done.resolve()
      }
    },
  }
}
