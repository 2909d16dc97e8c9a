import type { Profile, ProfileTable } from '../profile.ts'

/**
 * Programs that can start a shell, load code, write or send files by ways too many to list, and that are not profiled
 * in detail: every word after the name is a gadget, and without words they read commands from the terminal.
 */
const names =
  `aa-exec ab acr agetty alpine ansible-test aoss apache2 apache2ctl apport-cli aptitude arch-nspawn arj as ascii-xfr ascii85 aspell
asterisk atobm autoconf autoheader autoreconf base58 basez bashbug batcat bbot bconsole bee borg bpftrace bridge
byebug cabal cancel cdist certbot check_by_ssh check_cups check_log check_memory check_raid check_ssl_cert
check_statusfile clamscan clisp cobc codex cowsay cowthink cpan crash csvtool ctr cupsfilter debugfs dhclient dialog
distcc dmidecode dmsetup dnsmasq dosbox dstat dvips easyrsa eb ed efax enscript eqn espeak facter fail2ban-client
fastfetch fish finger forge fping fzf gcore genisoimage ghc gimp ginsh gnuplot grc gtester hashcat hg highlight hping3 iftop
iptables-save ispell jjs joe jrunscript jshell jtag knife latex latexmk ldconfig logrotate lp lualatex luatex lwp-download
lwp-request lxd minicom mosh-server mosquitto msfconsole msgattrib msgcat msgconv msgfilter msgmerge msguniq nasm ncdu ncftp
needrestart neofetch nginx nroff ntpdate octave opencode openvpn openvt opkg pax pdb pdflatex pdftex perlbug pexec
pg pic pidstat pkg plymouth pry psftp puppet pygmentize qpdf ranger rc redcarpet redis restic rpmdb rpmquery rpmverify
rsyslogd rtorrent run-mailcap run-parts runscript rustdoc rustfmt scanmem scrot service setlock slsh socket soelim sqlmap
sshfs sshuttle tailscale tasksh tbl tdbtool tex tic tmate troff ul unsquashfs update-alternatives urlget uuencode varnishncsa vigr vipw virsh
volatility wall wg-quick whiptail xdg-user-dir xdotool xmodmap xmore xpad yelp zathura zic zsoelim zypper
mc nnn lf vifm ftp irssi weechat lynx elinks posh nawk sc calc gawk-script tclsh8 pwsh-preview osqueryi nsupdate rndc
mkinitcpio dracut update-initramfs grub-install depmod lua5 raku rakudo nim crystal kotlinc jbang
winrm evil-winrm psexec wmic mshta regsvr32 rundll32 certutil bitsadmin cscript wscript msbuild installutil schtasks reg
caffeine dbus-send busctl gdbus qdbus zenity kdialog notify-send`.split(/\s+/)

const escaping: Profile = {
  operands: 'gadget*',
  check: (call) => {
    if (call.argv.length === 1) call.gadget(-1, 'takes commands from the terminal')
  },
}

export const escapes: ProfileTable = Object.fromEntries(names.map((name) => [name, escaping]))
