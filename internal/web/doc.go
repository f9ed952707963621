// Package web lets clients ask and watch a service over HTTP: pages, programs, curl. docs/api.md says how.
//
// A client that is slow, wrong or hostile is refused or dropped. It takes nothing from the others, and never makes the
// service wait: what is read of the service is a copy, and what is written to a client has a deadline.
package web
