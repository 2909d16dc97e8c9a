import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'

/** Looks for secrets with secretlint's recommended rules: a linter, which only reports; resolves to how many it found. */
export async function secretlintFindings(text: string): Promise<number> {
  const result = await lintSource({
    source: { content: text, filePath: 'output.txt', ext: '.txt', contentType: 'text' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
      noPhysicFilePath: true,
    },
  })
  return result.messages.length
}
