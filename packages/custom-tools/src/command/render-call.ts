import type { ProcessCommand } from '@drawbridge/core/machine'
import type { ToolDescription } from '../definition/definition-schema.ts'
import { argumentsOf } from '../definition/read-definition.ts'
import { readShellTemplate } from '../template/read-shell-template.ts'
import type { Values } from '../template/read-template.ts'
import { readTemplate } from '../template/read-template.ts'
import { type Rendered, renderLine, renderWords } from '../template/render-command.ts'

/** Renders the command of a call of a tool of kind `exec` or `shell`. Pure. */
export function renderCall(tool: ToolDescription, values: Values): Rendered<ProcessCommand> {
  const { command = '', args = [], command_type: kind } = tool
  const known = argumentsOf(tool)
  if (kind === 'shell') {
    const rendered = renderLine(needed(readShellTemplate(command, known)), values)
    return rendered.ok ? { ok: true, command: { line: rendered.command } } : rendered
  }
  const rendered = renderWords(
    [command, ...args].map((word) => (word === '' ? [{ text: '' }] : needed(readTemplate(word, known)))),
    values,
  )
  return rendered.ok ? { ok: true, command: { argv: rendered.command } } : rendered
}

function needed(read: ReturnType<typeof readTemplate>) {
  if (!read.ok) throw new TypeError(`A template was not checked: ${read.problems.join(' ')}`)
  return read.parts
}
