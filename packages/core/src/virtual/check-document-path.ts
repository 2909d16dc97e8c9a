import { fail } from '../outcome/tool-fault.ts'
import { escapeToOneLine } from '../text/escape-unprintable.ts'

const maxPathBytes = 400
const maxNameBytes = 120
const maxDepth = 8

/** Throws `invalid_target` if a path is not a valid name for a stored document. */
export function checkDocumentPath(path: string): void {
  const parts = path.split('/')
  const why =
    Buffer.byteLength(path) > maxPathBytes || parts.some((part) => Buffer.byteLength(part) > maxNameBytes)
      ? `is too long: a name has at most ${maxNameBytes} bytes, a path ${maxPathBytes}`
      : parts.length > maxDepth
        ? `is too deep: at most ${maxDepth} folders`
        : parts.some(
              (part) => part === '' || part.trim() !== part || !part.isWellFormed() || escapeToOneLine(part) !== part,
            )
          ? 'has blanks around a name, or invisible characters'
          : undefined
  if (why !== undefined) fail('invalid_target', `"${escapeToOneLine(path)}" ${why}. Choose a simpler name.`)
}
