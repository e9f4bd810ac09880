#!/bin/sh
# Makes a certificate authority with an intermediate, and a timestamp authority, in a folder, with OpenSSL:
#   sh .ci/authorities.sh FOLDER                          makes them
#   sh .ci/authorities.sh FOLDER certify REQUEST OUT      certifies a request; the intermediate stands behind it
#   sh .ci/authorities.sh FOLDER stamp < QUERY            answers a question for a timestamp
set -eu
cd "$1"
case ${2:-make} in
make)
  cat > openssl.cnf <<'CONFIG'
[ca]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign
[signer]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
[stamps]
basicConstraints=critical,CA:FALSE
extendedKeyUsage=critical,timeStamping
[req]
distinguished_name=name
[name]
[tsa]
default_tsa=here
[here]
serial=serial
signer_cert=tsa.pem
signer_key=tsa.key
signer_digest=sha256
default_policy=1.2.3.4
digests=sha256
ess_cert_id_alg=sha256
CONFIG
  # The kinds of keys that authorities have.
  for name in root intermediate tsa_root tsa; do
    case $name in
    root) kind="EC -pkeyopt ec_paramgen_curve:P-384" ;;
    intermediate) kind="EC -pkeyopt ec_paramgen_curve:P-256" ;;
    *) kind="RSA -pkeyopt rsa_keygen_bits:3072" ;;
    esac
    # shellcheck disable=SC2086
    openssl genpkey -quiet -algorithm $kind -out $name.key
    openssl req -new -config openssl.cnf -key $name.key -subj "/O=Continuous integration/CN=$name" -out $name.csr
  done
  for name in root tsa_root; do
    openssl x509 -req -in $name.csr -key $name.key -days 30 -extfile openssl.cnf -extensions ca -out $name.pem
  done
  by() {
    openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days 20 -extfile openssl.cnf \
      -extensions "$3" -out "$1.pem"
  }
  by intermediate root ca
  by tsa tsa_root stamps
  ;;
certify)
  openssl x509 -req -in "$3" -CA intermediate.pem -CAkey intermediate.key -CAcreateserial -days 10 \
    -extfile openssl.cnf -extensions signer -out "$4"
  cat intermediate.pem >> "$4"
  ;;
stamp)
  openssl ts -reply -config openssl.cnf -queryfile /dev/stdin
  ;;
esac 2> openssl.log || { cat openssl.log >&2; exit 1; }
