import { nearestNames } from '../../name/nearest-names.ts'
import { quoteExcerpt } from './describe-received.ts'

const shownNames = 20

/** Names that models know from other tools for the same parameter. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [['file_path', 'filepath', 'filePath', 'absolute_path', 'file', 'filename', 'target_file'], ['path']],
      [
        ['dir', 'directory', 'folder'],
        ['path', 'cwd', 'workdir'],
      ],
      [
        ['cwd', 'working_directory', 'workdir', 'workingDirectory'],
        ['workdir', 'cwd'],
      ],
      [
        ['process_id', 'pid', 'processId', 'session_id', 'id'],
        ['id', 'process_id'],
      ],
      [
        ['cmd', 'script', 'command'],
        ['command', 'argv'],
      ],
      [['contents', 'text', 'file_text', 'body'], ['content']],
      [
        ['old_string', 'old_str', 'new_string', 'new_str'],
        ['edits', 'old', 'new'],
      ],
      [
        ['pattern', 'regex', 'q'],
        ['query', 'pattern'],
      ],
      [['timeout', 'timeout_ms', 'timeoutMs'], ['timeout_seconds']],
    ] satisfies (readonly [string[], string[]])[]
  ).flatMap(([names = [], meant = []]) => names.map((name) => [name, meant] as const)),
)

const unknownField = 'no field of this name'

/** True if an expectation is that of an undeclared field. Names in quotes are then those of fields. */
export function isUnknownField(expected: string): boolean {
  return expected.startsWith(unknownField)
}

/** Describes an undeclared field: the nearest declared name, and all names. */
export function unknownFieldExpectation(field: string, declared: readonly string[]): string {
  if (declared.length === 0) return 'no fields at all'
  const nearest = otherNames.get(field)?.find((name) => declared.includes(name)) ?? nearestNames(field, declared)[0]
  const question = nearest === undefined ? '' : `; did you mean ${quoteExcerpt(nearest)}?`
  const more = declared.length > shownNames ? ` and ${declared.length - shownNames} more` : ''
  return `${unknownField}${question} (fields: ${declared.slice(0, shownNames).map(quoteExcerpt).join(', ')}${more})`
}
