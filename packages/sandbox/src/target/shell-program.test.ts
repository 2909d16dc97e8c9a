import { describe, expect, test } from 'vitest'
import { findShell } from './shell-program.ts'

describe('the shell that reads lines', () => {
  test('is bash in a fixed place, without start-up files', () => {
    const shell = findShell((path) => path === '/usr/bin/bash')
    expect(shell.file).toBe('/usr/bin/bash')
    expect(shell.argv('-l; ls')).toEqual(['bash', '--noprofile', '--norc', '-c', '--', '-l; ls'])
  })

  test('is the system shell if bash is missing', () => {
    const shell = findShell(() => false)
    expect(shell.file).toBe('/bin/sh')
    expect(shell.argv('ls')).toEqual(['sh', '-c', '--', 'ls'])
  })
})
