import type { CallBuilder } from '../call-builder.ts'
import { checkCurl, checkWget } from '../checks/check-curl.ts'
import { checkSsh } from '../checks/check-ssh.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string, operands = 'gadget*'): Profile => ({ gadget: why, operands, effects: ['network'] })
const sshOptions = `
    -[46CfGgkNnqTtvXx] -tt -vv -vvv -p= -l= -c= -m= -b= -B= -e= -o=:gadget -F=:run -i=:read -I=:run -E=:output
    -J=:gadget -L=:gadget -R=:gadget -D=:gadget -W=:gadget -w=:gadget -S=:gadget -O=:gadget -Q= -A:gadget -M:gadget
    -y -K:gadget -Y:gadget -s:gadget -V`

/** Programs that talk to other machines. */
export const networkTools: ProfileTable = {
  curl: {
    touches: 'named',
    options: `
        -[#0123464afgGiIjklLNpqsSvVZ] -n|--netrc:gadget -s|--silent --show-error --fail --fail-with-body --location --head --include
        --verbose --compressed --http1.1 --http2 --http3 --tlsv1.2 --tlsv1.3 --ipv4 --ipv6 --globoff --get
        --no-buffer --no-progress-meter --progress-bar --raw --tcp-nodelay --path-as-is --parallel --parallel-max=
        -m|--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-connrefused
        --retry-all-errors --max-redirs= --limit-rate= --speed-limit= --speed-time= -r|--range= -A|--user-agent=
        -e|--referer= -H|--header=:pattern -w|--write-out=:pattern -u|--user= --basic --digest --oauth2-bearer=
        --aws-sigv4= -b|--cookie=:pattern --url=:url -z= --interface= --keepalive-time= --stderr=:output -k
        --insecure -X|--request=:pattern -d|--data|--data-ascii=:gadget --data-raw=:gadget --data-binary=:gadget
        --data-urlencode=:gadget --json=:gadget -F|--form=:gadget --form-string=:gadget -T|--upload-file=:send
        --url-query=:pattern -o|--output=:output -O|--remote-name:gadget --remote-name-all:gadget -J:gadget
        --remote-header-name:gadget --output-dir=:write --create-dirs:gadget -D|--dump-header=:output
        -c|--cookie-jar=:output --trace=:output --trace-ascii=:output --libcurl=:output --etag-save=:output
        --etag-compare=:read --hsts=:gadget --alt-svc=:gadget -K|--config=:run -x|--proxy=:gadget --preproxy=:gadget
        --socks5=:gadget --socks5-hostname=:gadget --socks4=:gadget --proxy-user= --noproxy= --unix-socket=:gadget
        --abstract-unix-socket=:gadget --resolve=:gadget --connect-to=:gadget --doh-url=:gadget
        --dns-servers=:gadget -E|--cert=:read --key=:read --cacert=:read --capath=:read --crlfile=:read
        --netrc-file=:gadget --netrc-optional:gadget --engine=:run --proto= --proto-redir= --proto-default=:gadget -Q=:gadget
        --quote=:gadget -t=:gadget --telnet-option=:gadget --mail-from=:gadget --mail-rcpt=:gadget
        --ftp-create-dirs:gadget --post301:gadget --ssl-reqd --ciphers= --pinnedpubkey= --location-trusted:gadget`,
    operands: 'url*',
    effects: ['network'],
    check: checkCurl,
  },
  wget: {
    touches: 'named',
    options: `
        -[46EFgHkKLpqSv] -N:gadget -c:gadget -nv -nc -nd -nH -np -t|--tries= -T|--timeout= -w|--wait= -Q= -l|--level= -r:change
        --recursive:change -m:change -A= -R= -D= -I= -X= -U|--user-agent= --header= --spider --server-response
        --quiet --no-verbose --continue:gadget --no-check-certificate --max-redirect= --show-progress --progress=
        --content-disposition:gadget --limit-rate= --retry-connrefused --waitretry= --user= --password= --referer=
        --no-clobber --timestamping:gadget --https-only -O|--output-document=:output -P|--directory-prefix=:write
        -o|--output-file=:output -a|--append-output=:output -i|--input-file=:gadget -e|--execute=:run --config=:run
        --use-askpass=:run --post-data=:gadget --post-file=:send --body-data=:gadget --body-file=:send
        --method=:gadget --load-cookies=:read --save-cookies=:output --certificate=:read --private-key=:read
        --ca-certificate=:read --warc-file=:output --rejected-log=:output --hsts-file=:output -B=:gadget
        --base=:gadget`,
    operands: 'url*',
    effects: ['network', 'writes'],
    check: checkWget,
  },
  http: { operands: 'gadget*', effects: ['network'] },
  https: { operands: 'gadget*', effects: ['network'] },
  xh: { operands: 'gadget*', effects: ['network'] },
  aria2c: {
    options: `
        -x= -s= -k= -c -q -d=:write --dir=:write -o=:output --out=:output -i=:gadget --input-file=:gadget
        --conf-path=:run --on-download-complete=:run --on-download-start=:run --on-download-stop=:run
        --on-download-error=:run --enable-rpc:gadget`,
    operands: 'url*',
    effects: ['network'],
  },
  ping: {
    touches: 'named',
    options: '-[46aAbBDdfhLnoOqrRUvV] -c= -i= -w= -W= -s= -t= -I= -l=:gadget -p= -Q= -S= -T= -m= -M=',
    operands: 'host',
    effects: ['network'],
  },
  ping6: { touches: 'named', options: '-[nq] -c= -i= -w= -W= -s=', operands: 'host', effects: ['network'] },
  traceroute: {
    touches: 'named',
    options: '-[46dFInrTUvAe] -f= -m= -p= -q= -w= -i= -s= -N= -z=',
    operands: 'host name',
    effects: ['network'],
  },
  tracepath: { touches: 'named', options: '-[46bn] -m= -l= -p=', operands: 'host', effects: ['network'] },
  mtr: {
    touches: 'named',
    options: '-[46rwnbzeTuj] -c= -i= -s= -m= -f= -o= -F=:gadget',
    operands: 'host',
    effects: ['network'],
  },
  dig: {
    touches: 'named',
    options: '-[46mruv] -b= -c= -p= -q=:host -t= -x=:host -f=:gadget -k=:gadget -y=',
    operands: 'host*',
    effects: ['network'],
  },
  nslookup: {
    touches: 'named',
    options: '-type= -query= -port= -timeout= -debug -class=',
    style: 'single',
    operands: 'host host',
    effects: ['network'],
  },
  host: {
    touches: 'named',
    options: '-[aCdilrsTvVw46] -c= -N= -R= -t= -W= -m=',
    operands: 'host host',
    effects: ['network'],
  },
  whois: { touches: 'named', options: '-[aHIlLmMQr] -h=:gadget -p=:gadget', operands: 'host*', effects: ['network'] },
  nc: {
    touches: 'named',
    options: `
        -[46CDdFhklNnrStUuvZz] -b -i= -I= -m= -M= -O= -p= -q= -s= -T= -V= -w= -W= -X=:gadget -x=:gadget -e=:run
        -c=:run -l:gadget`,
    operands: 'host name',
    effects: ['network'],
    check: (call) => !call.has('-z') && call.gadget(-1, 'sends and receives anything'),
  },
  ncat: {
    touches: 'named',
    options: `
        -[46Cuvznkt] -w= -i= -p= -s= -l:gadget -e=:run --exec=:run -c=:run --sh-exec=:run --lua-exec=:run
        --proxy=:gadget -o=:output --ssl`,
    operands: 'host name',
    effects: ['network'],
    check: (call) => !call.has('-z') && call.gadget(-1, 'sends and receives anything'),
  },
  netcat: {
    touches: 'named',
    options: '-[46unvz] -w= -p= -l:gadget -e=:run -c=:run',
    operands: 'host name',
    effects: ['network'],
    check: (call) => !call.has('-z') && call.gadget(-1, 'sends and receives anything'),
  },
  socat: widens('connects anything to anything'),
  telnet: {
    touches: 'named',
    options: '-[468aEKLNr] -l=:gadget -b= -e= -n=:output',
    operands: 'host name',
    effects: ['network'],
    check: (call) => call.gadget(-1, 'sends and receives anything'),
  },
  ssh: { options: sshOptions, operands: 'host gadget*', style: 'posix', effects: ['network'], check: checkSsh },
  mosh: widens('opens a shell elsewhere'),
  scp: {
    options: '-[346BCOpqrRTv] -c= -F=:run -i=:read -J=:gadget -l= -o=:gadget -P= -S=:run -D=:gadget -s',
    operands: 'gadget*',
    effects: ['network'],
  },
  sftp: widens('copies files to or from another machine'),
  ftp: widens('copies files to or from another machine'),
  lftp: widens('copies files to or from another machine'),
  tftp: widens('copies files to or from another machine'),
  smbclient: widens('copies files to or from another machine'),
  rclone: widens('copies files to or from another machine'),
  'ssh-keygen': {
    options: `
        -l -B -v -q -E= -f=:read -y:gadget -t=:change -b= -C= -N=:change -R=:gadget -D=:run -F= -H:gadget -p:gadget
        -M=:gadget -Y=:gadget -s=:gadget -I= -lf=:read`,
    operands: 'read',
    readonly: true,
    check: (call) => {
      if (call.has('-l', '-lf', '-F', '-B')) return
      call.change('makes a key')
      for (const { option, value } of call.parsed.options)
        if (option.name === '-f' && value !== undefined) call.path(value, 'write')
    },
  },
  'ssh-keyscan': {
    touches: 'named',
    options: '-[46cDHv] -p= -t= -T= -f=:gadget -O=',
    operands: 'host*',
    effects: ['network'],
  },
  'ssh-copy-id': widens('lets a key in elsewhere'),
  'ssh-add': { options: '-l -L -D:gadget -d:gadget -t= -x:gadget -s=:run', operands: 'gadget*' },
  rlogin: widens('opens a shell elsewhere'),
  openssl: {
    subcommands: {
      version: { options: '-a -d -v', style: 'single', readonly: true },
      rand: { options: '-hex -base64 -out=:output -writerand=:output -engine=:run', style: 'single', operands: 'name' },
      x509: {
        options: `
            -noout -text -subject -issuer -dates -enddate -startdate -fingerprint -serial -pubkey -modulus -hash
            -purpose -checkend= -inform= -outform= -sha256 -sha1 -md5 -ext= -nameopt= -in=:read -out=:output
            -req:change -days= -CA=:read -CAkey=:read -signkey=:read -engine=:run -email -ocsp_uri`,
        style: 'single',
        readonly: true,
      },
      dgst: {
        options:
          '-sha256 -sha1 -sha512 -md5 -hex -binary -r -out=:output -sign=:gadget -engine=:run -provider=:run -hmac=',
        style: 'single',
        operands: 'read*',
        readonly: true,
      },
      verify: {
        options: '-CAfile=:read -untrusted=:read -verbose',
        style: 'single',
        operands: 'read*',
        readonly: true,
      },
      req: {
        options: `
            -noout -text -in=:read -new:change -x509:change -newkey=:change -nodes -keyout=:output -out=:output
            -days= -subj= -config=:run -engine=:run`,
        style: 'single',
      },
      base64: { options: '-d -e -A -a -in=:read -out=:output', style: 'single', readonly: true },
      ciphers: { options: '-v -V -s', style: 'single', operands: 'name', readonly: true },
      list: { options: '-commands -digest-algorithms', style: 'single', readonly: true },
      enc: {
        options:
          '-d -e -a -A -base64 -aes-256-cbc -pbkdf2 -salt -k= -pass= -in=:read -out=:output -K= -iv= -engine=:run',
        style: 'single',
      },
      s_client: widens('sends and receives anything'),
      s_server: widens('sends and receives anything'),
      engine: widens('loads code'),
    },
  },
  ip: {
    options: '-[46bcdhjoprst] -br -brief -color -json -details -statistics -force:gadget -batch=:run -b=:run',
    style: 'single',
    subcommandOptional: true,
    core: 'viewer',
    subcommands: {
      netns: {
        options: '-a -all',
        style: 'posix',
        operands: 'gadget*',
        gadget: 'enters another network',
        check: (call) => {
          const [verb, , first] = call.parsed.operands
          if (verb?.word.text === 'exec' && first !== undefined)
            call.run({ kind: 'argv', argv: call.argv.slice(first.index), denyOnly: true })
        },
      },
      ...Object.fromEntries(
        ['addr', 'a', 'address', 'link', 'l', 'route', 'r', 'neigh', 'n', 'rule', 'maddr'].map((name) => [
          name,
          {
            operands: 'name*',
            core: 'viewer',
            check: checkIp,
          } satisfies Profile,
        ]),
      ),
    },
  },
  ifconfig: { options: '-a -s', style: 'single', operands: 'name', core: 'viewer' },
  netstat: { options: '-[aAceglLnoprstuvwWNi46]', operands: 'name', core: 'viewer' },
  ss: {
    options: `
        -[46aehHiIlmnoOpstuwWxKrzQ] --tcp --udp --listening --numeric --processes --summary --all -f= -F=:read
        -D=:output -K:gadget`,
    operands: 'data*',
    core: 'viewer',
  },
  route: { options: '-n', operands: 'gadget*', core: 'viewer' },
  arp: { options: '-[anv]', operands: 'gadget*', core: 'viewer' },
  nmap: widens('scans other machines'),
  tcpdump: widens('listens to the network'),
  tshark: widens('listens to the network'),
  wireshark: widens('listens to the network'),
  ngrok: widens('opens this machine to others'),
  cloudflared: widens('opens this machine to others'),
  websocat: widens('sends and receives anything'),
  mail: widens('sends mail'),
  mutt: widens('sends mail'),
  sendmail: widens('sends mail'),
  lynx: {
    options: '-dump -source -nolist -width= -cmd_script=:run -cfg=:run',
    style: 'single',
    operands: 'url',
    effects: ['network'],
  },
  w3m: { options: '-dump -dump_source -T= -config=:run', style: 'single', operands: 'url', effects: ['network'] },
  links: { options: '-dump -source', style: 'single', operands: 'url', effects: ['network'] },
  'yt-dlp': {
    options: `
        -F -f= -q --list-formats --skip-download -J --dump-json --exec=:run --config-location=:run -o=:output
        --downloader=:run --external-downloader=:run`,
    operands: 'url*',
    effects: ['network'],
  },
}

/** Verbs of `ip` may be shortened to one letter, and decide by the order in its source: only the reading ones in full are known. */
function checkIp(call: CallBuilder): void {
  const [verb] = call.parsed.operands
  if (verb !== undefined && !/^(?:show|list|lst|get)$/.test(verb.word.text))
    call.gadget(verb.index, `${verb.word.text} may change the network`)
}
