import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('the shell library', () => {
  it('imports nothing but unbash and itself, so that it runs in a browser', () => {
    const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !/\.test\.ts$|^testing\//.test(file),
    )
    expect(files.length).toBeGreaterThan(80)
    const foreign = files.flatMap((file) => {
      const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      const imports = [...source.matchAll(/(?:^import|^export)[^'\n]*(?:\n[^'\n]*)*? from '([^']+)'/gm)].map(
        (match) => match[1] ?? '',
      )
      const outside = imports.filter((name) => !name.startsWith('.') && name !== 'unbash')
      return /\b(?:process|Buffer|require|globalThis)\s*[.(]/.test(
        source.replace(/(?:\/(?![*/])(?:\\.|[^/\n])+\/|'[^'\n]*'|`[^`]*`)/g, ''),
      )
        ? [...outside, file]
        : outside
    })
    expect(foreign).toEqual([])
  })
})
