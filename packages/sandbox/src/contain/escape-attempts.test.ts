import { pid } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type ContainedScene, openContainedScene, secret } from './__fixtures__/contained-scene.ts'

/** Each prints `escaped` where it comes to something. What they would do is harmless: a mark in a folder of the test. */
const attempts: Readonly<Record<string, string>> = {
  'a descriptor opened again for writing': 'exec 3< a.txt; echo x > /proc/self/fd/3 && echo escaped',
  'the working folder of the first process': 'echo x > /proc/1/cwd/made && echo escaped',
  'the root of the first process': 'echo x > /proc/1/root$PWD/made && echo escaped',
  'an extended attribute': `perl -e 'syscall(188, "a.txt", "user.x", "x", 1, 0) == 0 and print "escaped"'`,
  'a shorter file': `perl -e 'truncate("a.txt", 0) and print "escaped"'`,
  'a file without a name': `perl -e 'use Fcntl; sysopen(F, ".", 020200000 | O_RDWR, 0600) and print "escaped"'`,
  'two names exchanged': `perl -e 'syscall(316, -100, "a.txt", -100, "b.json", 2) == 0 and print "escaped"'`,
  'a whiteout': 'mknod made c 0 0 && echo escaped',
  'a whiteout by renaming': `perl -e 'syscall(316, -100, "a.txt", -100, "made", 4) == 0 and print "escaped"'`,
  'flags of a file': 'chattr +i a.txt && echo escaped',
  'a copy made of shared blocks': 'cp --reflink=always a.txt made && echo escaped',
  'a program without a file, which writes': `perl -e '$fd = syscall(319, "x", 0); open F, ">&=", $fd; syswrite F, "#!/bin/sh\\necho x > made && echo escaped\\n"; exec "/proc/self/fd/$fd"'`,
  'a root that can be written again': 'mount -o remount,rw,bind / && echo escaped; echo x > /made && echo escaped',
  'a folder of the root':
    'mkdir /made /home/made /root/made /var/made /sys/made; ls -d /made /home/made /var/made && echo escaped',
  'a covered folder':
    'echo x > /usr/local/etc/made; echo x > /etc/ssl/private/made; cat /etc/ssl/private/made && echo escaped',
  'settings of a processor': '(: >> /sys/devices/system/cpu/cpu1/online) && echo escaped',
  'requests to the kernel':
    '(: >> /proc/sysrq-trigger) && echo escaped; (: >> /proc/sys/vm/drop_caches) && echo escaped',
  'a picture of memory': 'ulimit -c unlimited; perl -e "kill SEGV => $$"; ls core* && echo escaped',
  'words typed into the terminal': `perl -e 'for $c (split //, "id\\n") { ioctl(STDIN, 0x5412, $c) and print "escaped" }' < /dev/tty`,
  'a terminal of others': 'for t in /dev/pts/[0-9]* /dev/tty[0-9]*; do echo x > $t && echo escaped; done',
  'rings of calls': `perl -e 'syscall(425, 8, "\\0" x 120) >= 0 and print "escaped"'`,
  'keys of the kernel': `perl -e 'syscall(250, 0, -3, 1) >= 0 and print "escaped"; syscall(248, "user", "made", "x", 1, -3) >= 0 and print "escaped"'`,
  'a disk of its own making': `perl -e 'syscall(430, "tmpfs", 0) >= 0 and print "escaped"; syscall(428, -100, "/", 1) >= 0 and print "escaped"'`,
  'new namespaces by another call': `perl -e 'syscall(435, pack("Q11", 0x10000000, (0) x 10), 88) >= 0 and print "escaped"'`,
  'numbers of users': 'echo "0 0 1" > /proc/self/uid_map && echo escaped',
  'the namespaces of others': 'for n in /proc/[0-9]*/ns/mnt; do nsenter --mount=$n true && echo escaped; done',
  'memory of others':
    'for m in /proc/[0-9]*/mem; do [ $m = /proc/$$/mem ] || (exec 3<> $m) && [ $m != /proc/$$/mem ] && [ $m != /proc/self/mem ] && [ $m = /proc/1/mem ] && [ $$ != 1 ] && echo escaped; done',
  'descriptors it inherited':
    'for d in /proc/1/fd/*; do case $(readlink $d) in pipe:*|socket:*|/dev/null|/proc/*) ;; /*) echo escaped;; esac; done',
  'folders it inherited': `perl -e 'for (3..200) { open(my $d, "<&=", $_) and chdir($d) and -e ".env" and -r ".env" and print "escaped" }'`,
  'sockets of other machines': `perl -e 'for ([40, 1, 0], [38, 5, 0], [17, 3, 0], [16, 3, 15], [31, 3, 1], [44, 3, 0]) { socket(my $s, $_->[0], $_->[1], $_->[2]) and print "escaped" }'`,
  'a socket without a file': `perl -e 'socket(S, 1, 1, 0) and print "escaped"'`,
  'the address of a service of clouds': '(exec 3<> /dev/tcp/169.254.169.254/80) && echo escaped',
  'a network of its own making': 'ip link add made type dummy && echo escaped',
  'shared memory of others': `perl -e 'for (0..200) { shmread($_, $x, 0, 1) and print "escaped" }'`,
  'signals to all': 'kill -0 -1 && ps -e -o pid= | wc -l | grep -qv "^[1-9]$" && echo escaped',
  'a hard link to a secret': 'ln .env /dev/shm/x && cat /dev/shm/x; ln -s $PWD/.env /dev/shm/y; cat /dev/shm/y',
  'a copy of the whole root': 'mkdir /dev/shm/c; cp -r /proc/self/root$PWD /dev/shm/c; grep -r tell /dev/shm/c',
  'files that are mapped': 'cat /proc/*/map_files/* | grep -a tell',
  'a handle of a file': `perl -e 'syscall(303, -100, ".", "\\x80\\0\\0\\0" . "\\0" x 132, my $m = pack("i", 0), 0) == 0 and print "escaped"'`,
  'the names of the upper folder': 'ls .. | grep -v -e "^workspace$" -e "^user$" && echo escaped',
  'another home by its name': 'cat ~/notes.txt ~/.ssh/id_rsa; ls -d /home/*/.ssh && echo escaped',
  'messages of the kernel': 'dmesg && echo escaped; (exec 3< /dev/kmsg) && echo escaped',
  'the clock': 'date -s "2001-01-01" && echo escaped',
  'the name of the machine': 'hostname made && echo escaped',
}

describeWithProgram('bwrap', 'attempts to escape from containment', () => {
  let scene: ContainedScene
  beforeAll(async () => {
    scene = await openContainedScene({ isPrepared: true })
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  test.each(['a sandbox of its own', 'one that was prepared'])('come to nothing in %s', async (which) => {
    expect(await scene.prepare()).toBe(which === 'one that was prepared' ? 1 : 0)
    const before = scene.snapshot()
    const all = { ...attempts, 'what would be noticed': 'echo escaped' }
    const lines = Object.entries(all).map(([name, line]) => {
      return `said=$( { ${line}; } 2> /dev/null < /dev/null | tr -d '\\0'); case $said in *escaped*|*tell-no-one*) echo "${name}: $said";; esac`
    })
    const { text, code } = await scene.run(`${lines.join('\n')}\necho done ${pid}`)
    expect({ text, code }).toEqual({ text: `what would be noticed: escaped\ndone ${pid}\n`, code: 0 })
    expect(text).not.toContain(secret)
    expect(scene.snapshot()).toBe(before)
  })
})
