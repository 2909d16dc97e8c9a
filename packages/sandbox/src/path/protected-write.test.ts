import { describe, expect, test } from 'vitest'
import { isProtectedWrite } from './protected-write.ts'

describe('a write that could change what runs later', () => {
  test.each([
    '/place/drawbridge.jsonc',
    '/place/.git/hooks/pre-commit',
    '/place/.GIT/config',
    '/place/packages/a/.git',
    '/place/.vscode/tasks.json',
    '/place/.idea/workspace.xml',
    '/place/.mcp.json',
    '/place/.cursor/rules',
    '/place/.claude/settings.json',
    '/home/user/.bashrc',
    '/home/user/.zprofile',
    '/home/user/.config/autostart/x.desktop',
    '/home/user/.ssh/authorized_keys',
    '/etc/profile.d/x.sh',
    '/etc/cron.d/job',
  ])('is protected: %s', (path) => {
    expect(isProtectedWrite(path, '/place')).toBe(true)
  })

  test.each([
    '/place/.gitignore',
    '/place/.github/workflows/ci.yml',
    '/place/src/profile.ts',
    '/place/git/x',
    '/etc/hosts',
  ])('is an ordinary write: %s', (path) => {
    expect(isProtectedWrite(path, '/place')).toBe(false)
  })

  test('judges a workspace inside such a folder by what lies below the workspace', () => {
    expect(isProtectedWrite('/p/.claude/worktrees/a/src/x.ts', '/p/.claude/worktrees/a')).toBe(false)
    expect(isProtectedWrite('/p/.claude/settings.json', '/p/.claude/worktrees/a')).toBe(true)
  })
})
