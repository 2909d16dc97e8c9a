import type { ProgramTree } from '../launch/program.ts'
import { endTree } from './end-tree.ts'
import type { ProcessTree } from './process-tree.ts'
import { sendSignal } from './send-signal.ts'

/** A tree whose members this process can see and signal. */
export function signalledTree(members: ProcessTree): ProgramTree {
  return {
    alive: members.alive,
    end: (manner) => endTree(members, manner),
    killNow: () => {
      for (const pid of members.alive()) sendSignal(pid, 'SIGKILL')
    },
  }
}
