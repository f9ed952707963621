package camera

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"syscall"
)

// diagnose says why no pictures come from an address, and what to do. FFmpeg does not say, so the address is asked
// once more.
func diagnose(address string) string {
	const unknown = "start the camera behind it, or check the address"
	u, err := url.Parse(address)
	if err != nil {
		return "the address is not written as one, such as http://192.168.1.20:8080/video"
	}
	ctx, cancel := context.WithTimeout(context.Background(), diagnosisTimeout)
	defer cancel()
	var status int
	var kind string
	switch u.Scheme {
	case "http", "https":
		status, kind, err = askHTTP(ctx, u)
	case "rtsp":
		status, err = askRTSP(ctx, u)
	default:
		return unknown
	}
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return "its certificate is none that this computer trusts: write http:// in place of https:// if it answers there, " +
			"too, or have the computer trust it"
	case errors.As(err, &name):
		return fmt.Sprintf("there is no %s in this network: check the name, or write the address in numbers", u.Hostname())
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens there (%s): start the camera behind it, or check the port", u.Host)
	case err != nil: // also one that accepts and says nothing
		return fmt.Sprintf("%s does not answer: start the camera behind it, check the address, and that both are in one "+
			"network", u.Host)
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return "it wants a user and a password, or others: write USER:PASSWORD@ before its name"
	case status == http.StatusNotFound:
		return fmt.Sprintf("it answers, and knows no %s: check the address behind the port; docs/cameras.md has those of "+
			"some cameras", u.RequestURI())
	case status >= 300:
		return fmt.Sprintf("it answers with status %d: check the address, and whether another program has the camera", status)
	case strings.HasPrefix(kind, "text/"):
		return "there is a page to read and no stream of pictures: check the address behind the port, often /video"
	}
	return unknown
}

// askHTTP asks for an address and returns the answer's status and content type.
func askHTTP(ctx context.Context, u *url.URL) (status int, kind string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return 0, "", err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	kind = reply.Header.Get("Content-Type")
	return reply.StatusCode, kind, reply.Body.Close()
}

// askRTSP returns the status with which a server describes what it has (RFC 2326).
func askRTSP(ctx context.Context, u *url.URL) (status int, err error) {
	host := u.Host
	if u.Port() == "" {
		host = net.JoinHostPort(u.Hostname(), "554")
	}
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	if deadline, ok := ctx.Deadline(); ok {
		if err := connection.SetDeadline(deadline); err != nil {
			return 0, err
		}
	}
	plain := *u
	plain.User = nil // a password is sent only when it is asked for, and in another way
	if _, err := fmt.Fprintf(connection, "DESCRIBE %s RTSP/1.0\r\nCSeq: 1\r\n\r\n", &plain); err != nil {
		return 0, err
	}
	line, err := textproto.NewReader(bufio.NewReader(io.LimitReader(connection, 4096))).ReadLine()
	if err != nil {
		return 0, err
	}
	_, err = fmt.Sscanf(line, "RTSP/1.0 %d", &status)
	return status, err
}
