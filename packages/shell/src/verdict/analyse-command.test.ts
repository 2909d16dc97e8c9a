import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { analyseArgv, analyseCommand } from './analyse-command.ts'
import { judgeAnalysis, judgeShell } from './judge-shell.ts'

const pathsOf = (text: string) =>
  analyseCommand(text, world).commands.flatMap(({ call, redirects }) =>
    [...call.paths, ...redirects.flatMap(({ path }) => path ?? [])].map(({ access, path, zone }) => [
      access,
      path,
      zone,
    ]),
  )

describe('analyseCommand', () => {
  it('resolves what a line reads, writes and deletes, and from where', () => {
    expect(pathsOf('cp a.txt ../b.txt > log')).toEqual([
      ['read', '/workspace/a.txt', 'workspace'],
      ['write', '/b.txt', 'outside'],
      ['write', '/workspace/log', 'workspace'],
    ])
    expect(pathsOf('cd src && rm x')).toContainEqual(['delete', '/workspace/src/x', 'workspace'])
    expect(pathsOf('cat ~/.netrc /etc/hosts')).toEqual([
      ['read', '/home/user/.netrc', 'home'],
      ['read', '/etc/hosts', 'system'],
    ])
  })

  it('restores the folder after a subshell and keeps it after a group', () => {
    const cwd = (text: string) => analyseCommand(text, world).commands.at(-1)?.location.path
    expect(cwd('(cd a); ls')).toBe('/workspace')
    expect(cwd('{ cd a; }; ls')).toBe('/workspace/a')
    expect(cwd('cd a & ls')).toBe('/workspace')
  })

  it('names hosts and effects', () => {
    const { commands, effects } = analyseCommand('curl -s https://user@api.example.com:8443/v1 | tee out', world)
    expect(commands[0]?.call.hosts.map(({ host }) => host)).toEqual(['api.example.com'])
    expect([...effects].sort()).toEqual(['network', 'writes'])
  })

  it('takes each literal word of a loop and every word of a brace expansion', () => {
    const argvs = analyseCommand('for p in a b; do echo $p {1..2}; done', world).commands.map(({ argv }) =>
      argv.map(({ text }) => text).join(' '),
    )
    expect(argvs).toEqual(['echo a 1 2', 'echo b 1 2'])
  })

  it('knows the value of a variable only where it is certain', () => {
    const word = (text: string) => analyseCommand(text, world).commands.at(-1)?.argv[1]
    expect(word('x=a; echo $x')).toMatchObject({ text: 'a', static: true })
    expect(word('x=a; x=b; echo $x')).toMatchObject({ static: false })
    expect(word('if c; then x=a; fi; echo $x')).toMatchObject({ text: 'a', static: false })
    expect(word('echo ${x:-a}')).toMatchObject({ text: 'a', static: false })
  })

  it.each([
    ['', 'no command was found'],
    ['# only a comment', 'no command was found'],
    ["echo 'a", 'unterminated single quote'],
    ['echo \u202e', 'the text holds the invisible character U+202E'],
    ['ls\r', 'the text holds the invisible character U+000D'],
    ['echo $((x))', 'arithmetic evaluates the value of "x"'],
    ['echo ${!x}', '${!x} names its variable by another variable'],
    ['echo a'.repeat(20_000), 'the text is longer than 65536 characters'],
    ['true;'.repeat(1_100), 'the line has more than 1000 commands'],
  ])('says why it cannot analyse %.20s', (text, hazard) => {
    const analysis = analyseCommand(text, world)
    expect(analysis.hazards).toContain(hazard)
    expect(judgeAnalysis(analysis, {}).verdict).toBe('ask')
  })

  it('keeps a denial that was found before the line grew too long', () => {
    expect(judgeShell(`rm -rf x; ${'true;'.repeat(1_100)}`, world).verdict).toBe('deny')
  })
})

describe('analyseArgv', () => {
  it('expands nothing, because no shell reads the words', () => {
    const { commands, hazards } = analyseArgv(['echo', '$(rm -rf x)', '*', '{a,b}'], world)
    expect(hazards).toEqual([])
    expect(commands).toHaveLength(1)
    expect(commands[0]?.argv.every((word) => word.static)).toBe(true)
  })

  it('still takes launchers apart', () => {
    const analysis = analyseArgv(['env', 'sh', '-c', 'rm -rf x'], world)
    expect(judgeAnalysis(analysis, {}).denyGroups).toEqual(['destructive'])
  })

  it('judges by the same profiles', () => {
    expect(judgeAnalysis(analyseArgv(['git', 'log', '--output=x'], world), { allow: ['git log'] }).verdict).toBe('ask')
    expect(judgeAnalysis(analyseArgv(['git', 'log'], world), {}).verdict).toBe('allow')
  })
})

describe('deny groups', () => {
  it('follow the settings of the operator', () => {
    expect(judgeShell('rm -rf x', { ...world, denyGroups: { destructive: 'ask' } }).verdict).toBe('ask')
    expect(judgeShell('rm -rf x', { ...world, denyGroups: { destructive: 'off' } }).denyGroups).toEqual([])
    expect(judgeShell('sudo ls', { ...world, denyGroups: { privilege: 'deny' } }).verdict).toBe('deny')
  })
})
