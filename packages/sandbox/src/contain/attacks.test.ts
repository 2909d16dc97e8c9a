import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { arch, pid } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { numberOf, refusedCalls } from '../bubblewrap/seccomp/system-calls.ts'
import { type ContainedScene, openContainedScene, secret } from './__fixtures__/contained-scene.ts'

describeWithProgram('bwrap', 'commands are contained by it', () => {
  let scene: ContainedScene
  let before: string
  beforeAll(async () => {
    scene = await openContainedScene()
    before = scene.snapshot()
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  /** A folder that only the test looks at, in a place where everybody may write. */
  const marker = `drawbridge-mark-${pid}`

  test.each([
    ['a new file', 'echo x > made'],
    ['a new folder', 'mkdir made'],
    ['an old file', 'echo x >> a.txt'],
    ['an old file, by another program', 'dd if=/dev/zero of=a.txt count=1'],
    ['the time of a file', 'touch a.txt'],
    ['the mode of a file', 'chmod 777 a.txt'],
    ['the owner of a file', 'chown 65534 a.txt'],
    ['a name', 'mv a.txt made'],
    ['nothing left', 'rm -f a.txt b.json'],
    ['a link', 'ln -s a.txt made'],
    ['a hard link', 'ln a.txt made'],
    ['a hard link to a secret', 'ln .env made'],
    ['a named pipe', 'mkfifo made'],
    ['a device', 'mknod made c 1 3'],
    ['a hook', 'printf "#!/bin/sh\\n" > .git/hooks/pre-commit'],
    ['settings of git', 'git config user.name x'],
    ['a repository', 'git init made'],
    ['a commit', 'git -c user.name=a -c user.email=a@b.c commit --allow-empty -m x'],
    ['a branch', 'git branch made'],
    ['an index', 'git add b.json'],
    ['editor settings', 'mkdir .vscode && echo {} > .vscode/tasks.json'],
    ['through a link out', 'echo x > up/made'],
    ['the home', 'echo x > ~/made'],
    ['a login file', 'echo x >> ~/.bashrc'],
    ['the folder for temporary files', `echo x > /tmp/${marker}`],
    ['the other one', `echo x > /var/tmp/${marker}`],
    ['the system', `echo x > /etc/${marker}; echo x > /usr/bin/${marker}`],
    ['the root', `echo x > /${marker}`],
    ['the root, as a mount that is not there', `mount -o remount,rw / && echo x > /${marker}`],
    ['by a mount of its own', 'mount --bind /dev/shm . && echo x > made'],
    ['without its covers', 'umount -l .env; umount -a; cat .env'],
    ['in a namespace of its own', 'unshare -Urm sh -c "mount -t tmpfs none . && cat .env"'],
    ['in the namespace of another', 'nsenter -t 1 -m -- touch made; nsenter -t 1 -a -- cat .env'],
    ['in another root', 'chroot /proc/1/root touch made'],
    ['settings of the kernel', 'echo x > /proc/sys/kernel/hostname; echo x > /proc/sys/kernel/core_pattern'],
    ['its own cover', 'chmod 644 .env && cat .env'],
    ['control groups', 'mkdir /sys/fs/cgroup/made /sys/fs/cgroup/pids/made'],
  ])('writes no trace: %s', async (_what, line) => {
    const { text } = await scene.run(`{ ${line}; } 2>&1`)
    expect(text).not.toContain(secret)
    expect(scene.snapshot()).toBe(before)
    for (const folder of ['/tmp', '/var/tmp', '/dev/shm', '/etc', '/']) {
      expect(readdirSync(folder)).not.toContain(marker)
    }
  })

  test.each([
    ['by its name', 'cat .env'],
    ['by a link', 'cat link'],
    ['by a link out', 'cat other up/notes.txt up/.ssh/id_rsa'],
    ['by patterns', 'shopt -s dotglob globstar; cat * **/*'],
    ['by a recursive search', 'grep -R tell . ; grep -r tell up/'],
    ['by a walk', 'find -L . -type f -exec cat {} +'],
    ['by its place as another process sees it', 'cat /proc/self/root$PWD/.env /proc/1/root$PWD/.env'],
    ['by a working folder', 'cat /proc/self/cwd/.env /proc/1/cwd/.env'],
    ['by descriptors of others', 'cat /proc/*/fd/* < /dev/null'],
    ['by what is mounted', 'cat /proc/1/mountinfo /proc/1/environ /proc/self/environ | tr "\\0" "\\n"'],
    ['by the environment', 'env; printenv TOKEN_OF_TEST'],
    ['by the copy of an archive', 'tar -cf - . | cat'],
    ['by git, compared', 'git diff --no-index /dev/null .env; git grep --no-index tell'],
    ['by git, as an object', 'git hash-object -w .env; git hash-object --stdin < .env'],
    ['by git, as a patch', 'git --literal-pathspecs diff --no-index .env a.txt'],
    ['by an upper folder', 'cat ../workspace/.env ../home/key ../user/notes.txt ../elsewhere/notes.txt'],
    ["by Drawbridge's folder", 'cat .drawbridge/x ../home/key'],
    ['by a closed folder', 'ls closed; cat closed/notes.txt'],
    ['by a reader of pictures of memory', 'strings .env; xxd .env; od -c .env; base64 .env'],
    ['by the shell itself', 'echo "$(<.env)"; mapfile -t lines < .env; echo "${lines[@]}"'],
    ['by a script', 'source ./.env; awk "{print}" .env; sed -n p .env; perl -pe 1 .env'],
    ['by the raw disk', 'cat /dev/vda /dev/sda /dev/mem /proc/kcore 2>/dev/null | head -c 1000'],
    ['of the system', 'cat /etc/shadow /etc/gshadow'],
    ['by a path through a folder without a name', 'cd deep/a && cat ./id_rsa ../../keys/server.pem'],
    ['by a handle', 'perl -e \'open my $f, "<", ".env" or exit 1; print <$f>\''],
  ])('reads no secret: %s', async (_what, line) => {
    const { text } = await scene.run(`{ ${line}; } 2>&1`)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/^root:[^:]*:\d+:/m)
  })

  test('sees every other file', async () => {
    const { text, code } = await scene.run('cat a.txt b.json; git log --format=%s; ls node_modules/x')
    expect({ text, code }).toEqual({ text: 'hello{"a":1}one\nindex.js\n', code: 0 })
  })

  test('what a rule denies is covered too, and what is made later', async () => {
    const denied = scene.at('workspace/b.json')
    const denials = {
      key: 'test',
      bases: [denied],
      find: (real: string) => (real === denied ? { rule: 'r', source: 's' } : undefined),
      mayLieBelow: () => false,
    }
    expect(await scene.run('cat b.json; cat a.txt', denials)).toMatchObject({ text: 'hello' })
    expect(await scene.run('cat b.json')).toMatchObject({ text: '{"a":1}' })
  })

  test('reaches no one through a socket', async () => {
    const met: string[] = []
    const servers: Server[] = []
    const listen = async (place: string | number) => {
      const server = createServer((socket) => {
        met.push(String(place))
        socket.destroy()
      })
      servers.push(server)
      if (typeof place === 'number') server.listen(place, '127.0.0.1')
      else server.listen(place)
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' ? (address?.port ?? 0) : 0
    }
    const datagrams = createSocket('udp4', (message) => met.push(message.toString()))
    datagrams.bind(0, '127.0.0.1')
    await once(datagrams, 'listening')
    const port = await listen(0)
    await listen(scene.at('workspace/service.sock'))
    await listen(`\0drawbridge-${pid}`)
    const unix = (kind: number, address: string) =>
      `perl -e 'socket(S, 1, ${kind}, 0) and connect(S, pack("S a*", 1, ${address})) and print "met"; print "no: $!\\n"'`
    const lines = [
      `exec 3<>/dev/tcp/127.0.0.1/${port} && echo met`,
      `echo met > /dev/udp/127.0.0.1/${datagrams.address().port}`,
      'exec 3<>/dev/tcp/1.1.1.1/80 && echo met',
      'echo met > /dev/udp/8.8.8.8/53',
      unix(1, '"service.sock\\0"'),
      unix(2, '"/run/systemd/journal/dev-log\\0"'),
      unix(1, '"/var/run/docker.sock\\0"'),
      unix(1, `"\\0drawbridge-${pid}"`),
      `perl -e 'socket(S, 16, 3, 12) and print "met"; socket(S, 17, 3, 768) and print "met"; socket(S, 2, 3, 1) and print "met"'`,
      `perl -e 'socketpair(A, B, 1, 2, 0) and print "met"; socket(S, 40, 1, 0) and print "met"'`,
      'getent hosts example.com && echo met',
    ]
    for (const line of lines) expect((await scene.run(`{ ${line}; } 2>/dev/null`)).text).not.toContain('met')
    expect(met).toEqual([])
    datagrams.close()
    for (const server of servers) server.close()
  })

  test('writes into no named pipe, for which no disk has to be writable', async () => {
    const path = scene.at('workspace/pipe')
    execFileSync('mkfifo', [path])
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    await scene.run('echo x > pipe; (echo x 1<> pipe); dd if=a.txt of=pipe oflag=nonblock')
    expect(() => readSync(pipe, Buffer.alloc(1))).toThrow('EAGAIN')
    closeSync(pipe)
    execFileSync('rm', [path])
  })

  test('signals and sees no process outside, and leaves none', async () => {
    const victim = spawn('sleep', ['600'])
    const name = `drawbridge-daemon-${pid}`
    const { text } = await scene.run(
      `{ kill -9 ${victim.pid}; kill -9 -${victim.pid}; pkill -9 sleep; kill -0 ${pid} && echo seen; ls -d /proc/${victim.pid}; } 2>/dev/null; (setsid bash -c "exec -a ${name} sleep 600" &) ; nohup bash -c "exec -a ${name} sleep 600" > /dev/null 2>&1 & disown; sleep 0.1`,
    )
    expect(text).toBe('')
    expect(victim.exitCode).toBeNull()
    expect(victim.signalCode).toBeNull()
    victim.kill()
    expect(commandLines().filter((words) => words.includes(name))).toEqual([])
  })

  const architecture = arch === 'arm64' ? 'arm64' : 'x64'
  test.each(
    Object.entries(refusedCalls).flatMap(([name, numbers]) => {
      const number = numberOf(numbers, architecture)
      return number === undefined || name === 'vhangup' ? [] : [[name, number] as const]
    }),
  )('may not call %s', async (_name, number) => {
    const { text } = await scene.run(['perl', '-e', `print syscall(${number}, 0, 0, 0, 0, 0), " ", $!+0`])
    expect(text).toBe('-1 1')
  })

  test('has no capability, no new privileges, and a session of its own', async () => {
    const { text } = await scene.run(
      'grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status; ps -o sid= -p $$ | tr -d " "',
    )
    expect(text).toMatch(/CapEff:\s0{16}\nCapBnd:\s0{16}/)
    expect(text).toMatch(/NoNewPrivs:\s1\nSeccomp:\s2/)
  })

  test('has folders of its own for what it would keep, gone afterwards', async () => {
    const line =
      'for f in $TMPDIR $XDG_CACHE_HOME $npm_config_cache $GOCACHE; do mkdir -p $f && echo x > $f/x || exit 1; done; echo $TMPDIR'
    const { text, code } = await scene.run(line)
    expect(code).toBe(0)
    expect(await scene.run(`ls ${text.trim()}`)).toMatchObject({ text: '', code: 0 })
    expect(existsSync(`${text.trim()}/x`)).toBe(false)
  })
})

function commandLines(): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'latin1')] : []
    } catch {
      return []
    }
  })
}
