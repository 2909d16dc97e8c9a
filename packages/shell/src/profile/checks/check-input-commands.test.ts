import { describe, expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { judgeShell } from '../../verdict/judge-shell.ts'

describe('commands that a program gets by its input, or runs with the files of the machine', () => {
  it.each([
    "crontab - <<< '* * * * * rm -rf /'",
    "crontab <<< '@daily rm -rf /'",
    "echo '0 5 * * 1 reboot' | crontab -",
    'crontab - <<E\n# a comment\n5 4 * * * echo a; rm -rf /\nE',
    "make -f - <<< 'all:; rm -rf /etc'",
    "printf 'a:\\n\\t@rm -rf /etc\\n' | make -f -",
    'docker run -v /:/h x rm -rf /h',
    "podman run --volume=/etc:/h x sh -c 'rm -rf /h'",
    'docker run --privileged x reboot',
    'docker run --pid=host x reboot',
    'docker run --mount type=bind,source=/,target=/h x rm -rf /h',
  ])('are denied as if they stood alone: %s', (line) => {
    expect(judgeShell(line, world).verdict).toBe('deny')
  })

  it.each([
    "crontab - <<< '* * * * * npm test'",
    'crontab rm',
    "make -f - <<< 'all:; echo a'",
    "make -f - <<< 'X := rm -rf /'",
    'docker run x rm -rf /data',
    'docker run -v /workspace:/w x rm -rf dist',
  ])('are asked about otherwise: %s', (line) => {
    expect(judgeShell(line, world).verdict).toBe('ask')
  })
})
