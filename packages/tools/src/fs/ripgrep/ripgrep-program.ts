import { fail } from '@drawbridge/core'

/**
 * Absolute path of ripgrep, which comes with an npm package of this platform. Loaded on first use: the other tools work without.
 */
export async function ripgrepProgram(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch {
    return fail(
      'command_not_found',
      'The search program ripgrep is not installed for this platform. Install the optional dependencies of @vscode/ripgrep.',
    )
  }
}
