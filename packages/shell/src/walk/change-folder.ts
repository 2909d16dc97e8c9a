import { isInside, resolvePath } from '../effect/resolve-path.ts'
import type { ShellCommand } from '../model/shell-command.ts'
import type { Walker } from './walker.ts'

/** Applies `cd`, `pushd` and `popd` to the rest of the line. */
export function changeFolder(command: ShellCommand, walker: Walker): void {
  const { name } = command.call
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd' && name !== 'chdir') return
  const { shell, walk } = walker
  const operands = command.argv.slice(1).filter((word) => word.text === '-' || !/^-[LPe@n]*$/.test(word.text))
  const [target] = operands
  const known =
    name !== 'popd' && target?.static !== false && target?.text !== '-' && !/^[+-]\d/.test(target?.text ?? '')
  const path = resolvePath(shell.location.path, target?.text ?? walk.world.home)
  shell.location = {
    path: known ? path : shell.location.path,
    known: shell.location.known && known,
    left: shell.location.left || !known || !isInside(path, walk.world.workspace),
  }
  shell.scope = { ...shell.scope, cwd: shell.location.path }
}
