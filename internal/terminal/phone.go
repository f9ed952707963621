package terminal

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"

	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/web"
)

// Phone has the browser of a phone be a camera.
type Phone struct {
	Listen      string `default:"0.0.0.0:8443" help:"Where the phone opens its page."`
	Pictures    string `default:"127.0.0.1:8519" help:"Where programs on this computer take its pictures."`
	Certificate string `type:"path" default:"phone.pem" help:"The file with the key and the certificate by which the phone knows this program again; made if it is not there, or of another address." placeholder:"FILE"`
}

// Run serves the page and the pictures until ctx ends.
func (c *Phone) Run(ctx context.Context, s Streams) error {
	page, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return cli.WrongUsage("--listen %s: %w", c.Listen, occupied(c.Listen, err))
	}
	pictures, err := net.Listen("tcp", c.Pictures)
	if err != nil {
		return errors.Join(cli.WrongUsage("--pictures %s: %w", c.Pictures, occupied(c.Pictures, err)), page.Close())
	}
	at, _ := page.Addr().(*net.TCPAddr) // which is what net.Listen opens
	reached := reachedAt(at, outwardAddress)
	own, text, err := ownCertificate(c.Certificate, reached.IP, time.Now())
	if err != nil {
		return errors.Join(err, page.Close(), pictures.Close())
	}
	sum, secret := sha256.Sum256(own.Certificate[0]), sha256.Sum256(text)
	token := hex.EncodeToString(secret[:8]) // the same as long as the key is, so that a page that was open goes on
	source := "http://" + pictures.Addr().String() + web.PhonesPictures
	link := "https://" + reached.String() + "/#token=" + token
	fmt.Fprintf(s.Err, "Open this on the phone, which has to be in the same network:\n  %s\n", link)
	s.showQR(link)
	fmt.Fprintf(s.Err, "Its browser warns once that nobody has signed the certificate: it is this program's own "+
		"(SHA-256 %X…).\n"+
		"The camera is then %s: for draughtsman watch --camera, draughtsman see, or camera.source in table.yaml.\n", sum[:4],
		source)
	listener := tls.NewListener(page, &tls.Config{Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12})
	err = web.ServePhone(ctx, listener, pictures, web.Options{Token: token, Now: time.Now,
		Warns: func(text string) { s.Log.Debug().Msg(text) }}, // of handshakes, while a person reads the browser's warning
		func(width, height int) { fmt.Fprintf(s.Err, "Pictures of %d×%d come.\n", width, height) })
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// certificateTime is for how long a certificate holds: browsers on phones take none that holds longer.
const certificateTime = 800 * 24 * time.Hour

var certificates = files.Kind{Name: "a certificate", Most: 1}

// ownCertificate is the certificate in a file, or one that is made, and written there, where there is none for the host
// and the time; and the file's text, which has the key.
func ownCertificate(path string, host net.IP, now time.Time) (own tls.Certificate, text []byte, err error) {
	switch text, err = certificates.Read(path); {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return own, nil, err
	default:
		if own, err = tls.X509KeyPair(text, text); err != nil {
			return own, nil, fmt.Errorf("%s holds no certificate with its key (%w): name another file with --certificate",
				path, err)
		}
		if now.Before(own.Leaf.NotAfter) && own.Leaf.VerifyHostname(host.String()) == nil {
			return own, text, nil
		}
	}
	if text, err = newCertificate(host, now); err != nil {
		return own, nil, fmt.Errorf("no certificate can be made: %w", err)
	}
	if err = files.Replace(path, text); err == nil {
		err = os.Chmod(path, 0o600) // it has a key
	}
	if err != nil {
		return own, nil, err
	}
	own, err = tls.X509KeyPair(text, text)
	return own, text, err
}

// newCertificate is a certificate for a host that signs itself, and its key.
func newCertificate(host net.IP, now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	about := x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "Draughtsman"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateTime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{host}, DNSNames: []string{"localhost"},
	}
	signed, err := x509.CreateCertificate(rand.Reader, &about, &about, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	bare, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: bare})...), nil
}
