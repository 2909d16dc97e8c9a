import { type Explained, errorExplanations, exitExplanations, outcomeExplanations } from './code-explanations.ts'
import { renderTable } from './table.ts'

/** Renders every code of an outcome with its cause and way out. */
export async function outcomeCodes(): Promise<string> {
  const { isRetryable, outcomeCodes: codes } = await import('../../packages/core/src/outcome/outcome-code.ts')
  return renderTable(
    ['code', 'cause', 'way out', 'retryable'],
    codes.map((code) => [...lineOf(code, outcomeExplanations[code]), isRetryable(code) ? 'yes' : '']),
  )
}

/** Renders every code of a `DrawbridgeError` with its cause and way out. */
export function errorCodes(): string {
  return renderTable(
    ['code', 'cause', 'way out'],
    Object.entries(errorExplanations).map(([code, explained]) => lineOf(code, explained)),
  )
}

/** Renders the exit codes of the command line. Throws if one is not explained. */
export async function exitCodes(): Promise<string> {
  const { exitCodes: codes } = await import('../../packages/cli/src/command-line/exit-code.ts')
  const rows = Object.entries(codes).map(([name, code]) => {
    const explained = exitExplanations[name]
    if (explained === undefined)
      throw new Error(`Explain the exit code "${name}" in scripts/documents/code-explanations.ts.`)
    return lineOf(String(code), explained)
  })
  return renderTable(['exit code', 'cause', 'way out'], rows)
}

function lineOf(code: string, { cause, wayOut }: Explained): readonly string[] {
  return [`\`${code}\``, cause, wayOut]
}
