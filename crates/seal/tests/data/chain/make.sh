#!/bin/sh
# Makes the chains of this folder, with OpenSSL 3.0. The leaf is always of ../issued_key.pem; keys of authorities are thrown
# away, except that of the timestamp authority, which the tests sign with.
set -eu
cd "$(dirname "$0")"
keys=$(mktemp -d)
trap 'rm -rf "$keys"' EXIT

key() { # NAME: P-256, but for those that say another
  case $1 in
    rsa_short*) openssl genrsa -out "$keys/$1.key" 1024 ;;
    rsa_long*) openssl genrsa -out "$keys/$1.key" 4096 ;;
    *rsa*) openssl genrsa -out "$keys/$1.key" 2048 ;;
    *p384*) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out "$keys/$1.key" ;;
    p521*) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-521 -out "$keys/$1.key" ;;
    *) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$keys/$1.key" ;;
  esac 2> /dev/null
}
root() { # NAME SUBJECT
  key "$1"
  openssl req -x509 -key "$keys/$1.key" -sha256 -days 36500 -subj "/O=Example Authority/CN=$2" -out "$1.pem" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
}
by=-sha256
issued() { # NAME SUBJECT ISSUER DAYS EXTENSION...
  name=$1 subject=$2 issuer=$3 days=$4
  shift 4
  [ -e "$keys/$name.key" ] || key "$name"
  printf '%s\n' "$@" > "$keys/extensions"
  openssl req -new -key "$keys/$name.key" -subj "/O=Example Authority/CN=$subject" |
    openssl x509 -req -CA "$issuer.pem" -CAkey "$keys/$issuer.key" $by -days "$days" \
      -set_serial "0x$(openssl rand -hex 16 | sed 's/^./4/')" -extfile "$keys/extensions" -out "$name.pem" 2> /dev/null
}
leaf() { # NAME ISSUER [EXTENSION...]: behind it the authority, as it is sent
  name=$1 issuer=$2
  shift 2
  cp ../issued_key.pem "$keys/$name.key"
  issued "$name" "C. Auditor" "$issuer" 36500 basicConstraints=critical,CA:FALSE \
    keyUsage=critical,digitalSignature,nonRepudiation "$@"
  cat "$issuer.pem" >> "$name.pem"
}

ca=basicConstraints=critical,CA:TRUE
sign=keyUsage=critical,keyCertSign,cRLSign
root root "Example Root"
issued intermediate "Example Intermediate" root 36500 "$ca,pathlen:0" "$sign"
leaf leaf intermediate extendedKeyUsage=emailProtection

# What is wrong is in the name.
issued not_ca "Not an Authority" root 36500 basicConstraints=critical,CA:FALSE keyUsage=critical,digitalSignature
issued no_cert_sign "May Not Issue" root 36500 "$ca" keyUsage=critical,digitalSignature
issued short "Short-lived" root 700 "$ca" "$sign"
issued constrained "Constrained" root 36500 "$ca" "$sign" nameConstraints=critical,permitted\;DNS:example.com
issued deep "Below" intermediate 36500 "$ca" "$sign"
for wrong in not_ca no_cert_sign short constrained; do leaf "leaf_$wrong" "$wrong"; done
leaf leaf_deep deep
cat intermediate.pem >> leaf_deep.pem
leaf leaf_servers intermediate extendedKeyUsage=critical,serverAuth

# Authorities on keys with which this program does not sign itself.
root rsa_root "RSA Root"
leaf leaf_rsa rsa_root
issued under_rsa "Intermediate under RSA" rsa_root 36500 "$ca" "$sign"
leaf leaf_under_rsa under_rsa
root p384_root "P-384 Root"
by=-sha384 leaf leaf_p384 p384_root
root rsa_long_root "RSA Root of 4096"
by=-sha512 leaf leaf_rsa_long rsa_long_root

# Those whose signatures it does not check: too short, of another curve, another padding, another digest.
root rsa_short_root "RSA Root of 1024"
leaf leaf_rsa_short rsa_short_root
root p521_root "P-521 Root"
leaf leaf_p521 p521_root
by='-sha256 -sigopt rsa_padding_mode:pss' leaf leaf_rsa_pss rsa_root
by=-sha1 leaf leaf_rsa_sha1 rsa_root

# Timestamp authorities, all of one key.
key tsa
cp "$keys/tsa.key" tsa_key.pem
stamps=extendedKeyUsage=critical,timeStamping
tsa() { # NAME ISSUER DAYS EXTENSION
  cp tsa_key.pem "$keys/$1.key"
  issued "$1" "Example Timestamps" "$2" "$3" basicConstraints=critical,CA:FALSE keyUsage=critical,digitalSignature "$4"
}
root tsa_root "Timestamp Root"
issued tsa_intermediate "Timestamp Intermediate" tsa_root 36500 "$ca,pathlen:0" "$sign"
tsa tsa tsa_intermediate 36500 "$stamps"
tsa tsa_short tsa_intermediate 700 "$stamps"
tsa tsa_loose tsa_intermediate 36500 extendedKeyUsage=timeStamping
tsa tsa_both tsa_intermediate 36500 "$stamps,emailProtection"
tsa tsa_under_rsa rsa_root 36500 "$stamps"
for kind in rsa p384; do
  key tsa_$kind
  cp "$keys/tsa_$kind.key" tsa_${kind}_key.pem
  issued tsa_$kind "Timestamps of $kind" tsa_intermediate 36500 "$stamps"
done

# Somebody else with the same name.
mkdir "$keys/own" && mv root.pem intermediate.pem "$keys/own"
root root "Example Root" && mv root.pem other_root.pem
mv "$keys/own/root.pem" "$keys/own/intermediate.pem" .
rm -f not_ca.pem no_cert_sign.pem short.pem constrained.pem deep.pem
