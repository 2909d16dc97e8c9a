import { parseScript } from '../parse/parse-script.ts'
import type { RawWord } from '../parse/tree.ts'
import type { ShellCommand } from '../shell-command.ts'
import { childScope } from '../word/scope.ts'
import { listsWorkspacePaths } from './lists-workspace-paths.ts'
import { staticOutput } from './static-output.ts'
import { maximumDepth, type NodePosition, overBudget, type Shell, type Walk, type Walker } from './walker.ts'

/** Binds a shell and a place together; substitutions found while expanding words are walked in a copy of the shell. */
export function createWalker(walk: Walk, shell: Shell, place: NodePosition): Walker {
  const hazard = (why: string): void => {
    walk.hazards.add(why)
  }
  return {
    walk,
    shell,
    place,
    expansion: {
      get scope() {
        return shell.scope
      },
      hazard,
      reparse: (text) => reparseWords(text),
      substitute(lazy, kind, length) {
        const script = place.depth >= maximumDepth || overBudget(walk, 1 + (length >> 3)) ? undefined : lazy()
        if (script === undefined) {
          hazard('a substitution is nested too deeply or cannot be read')
          return { commands: [] }
        }
        for (const error of script.errors) hazard(error)
        if (script.items.length === 0) return { commands: [], output: '' }
        const { stdin: _, ...outer } = place
        const inner: NodePosition = {
          ...outer,
          upstream: [],
          outermost: false,
          piped: kind === 'output',
          background: false,
          depth: place.depth + 2,
        }
        const before = walk.commands.length
        walk.visit.nodes(script.items, createWalker(walk, copyShell(shell), inner))
        const commands = walk.commands.slice(before)
        if (kind === 'command' && commands.some(hasNoEnd)) hazard('a substitution holds more than fits in memory')
        const output = kind === 'output' ? undefined : staticOutput(commands)
        const listed = listsWorkspacePaths(commands, walk.world.workspace)
        return output === undefined ? { commands, listed } : { commands, output: output.replace(/\n+$/, '') }
      },
    },
  }
}

/** `$(cat /dev/zero)`, `$(yes)`, `$(seq 1e9)`. */
function hasNoEnd({ call: { name, paths, gadgets } }: ShellCommand): boolean {
  if (name === 'yes' || gadgets.some(({ why }) => why === 'counts too far')) return true
  return name === 'cat' && paths.some(({ path }) => /^\/dev\/(?:zero|full|u?random)$/.test(path))
}

export function copyShell(shell: Shell): Shell {
  return { scope: childScope(shell.scope), location: shell.location, functions: new Set(shell.functions) }
}

function reparseWords(text: string): readonly RawWord[] {
  const [node] = parseScript(`: ${text}`).items
  return node?.kind === 'command' ? node.words.slice(1) : []
}
