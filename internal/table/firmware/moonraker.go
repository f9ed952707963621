package firmware

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
)

// moonraker is the server between Klipper and its clients: JSON-RPC 2.0 towards these, Klipper's own protocol towards
// that (moonraker/components/klippy_connection.py, websockets.py, common.py; docs/external_api):
//
//   - a method such as printer.gcode.script is Klipper's gcode/script; the client's id
//     comes back with the answer, whatever the others ask;
//   - errors of Klipper's have the code 400; while it does not run, and to what was
//     asked when it ended, the answer is 503;
//   - what Klipper says to people, and changes of its state, are told to all clients.
type moonraker struct {
	klippy func([]byte) // takes a request

	mu      sync.Mutex
	running bool
	state   string
	next    int
	asked   map[int]question
	tell    func(client int, text string)
	all     func(text string)
}

// question is a request that was passed on.
type question struct {
	client int
	id     json.RawMessage
}

func newMoonraker(tell func(int, string), all func(string)) *moonraker {
	return &moonraker{asked: map[int]question{}, tell: tell, all: all}
}

// endpoints are Klipper's names for the methods that it has.
var endpoints = map[string]string{
	"printer.info": "info", "printer.emergency_stop": "emergency_stop", "printer.restart": "gcode/restart",
	"printer.firmware_restart": "gcode/firmware_restart", "printer.objects.list": "objects/list",
	"printer.objects.query": "objects/query", "printer.objects.subscribe": "objects/subscribe",
	"printer.gcode.script": "gcode/script", "printer.gcode.help": "gcode/help",
}

func compact(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // of plain values
	}
	return string(text)
}

func rpcError(id json.RawMessage, code int, why string) string {
	return compact(map[string]any{"jsonrpc": "2.0", "error": map[string]any{"code": code, "message": why}, "id": id})
}

func rpcResult(id json.RawMessage, result any) string {
	return compact(map[string]any{"jsonrpc": "2.0", "result": result, "id": id})
}

// request is a message from a client.
func (m *moonraker) request(client int, message []byte) {
	var r struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params,omitempty"`
		ID     json.RawMessage `json:"id"`
	}
	if json.Unmarshal(message, &r) != nil {
		m.tell(client, rpcError(nil, -32700, "Parse error"))
		return
	}
	m.mu.Lock()
	running, state := m.running, m.state
	m.mu.Unlock()
	if !running {
		state = "disconnected"
	}
	switch r.Method {
	case "server.info":
		m.tell(client, rpcResult(r.ID, map[string]any{
			"klippy_connected": running, "klippy_state": state, "components": []string{"websockets"},
			"moonraker_version": "v0.9.3-4-g71f9e67", "api_version": []int{1, 5, 0},
		}))
		return
	case "server.connection.identify":
		m.tell(client, rpcResult(r.ID, map[string]any{"connection_id": client}))
		return
	}
	endpoint, known := endpoints[r.Method]
	switch {
	case !known:
		m.tell(client, rpcError(r.ID, -32601, "Method not found"))
		return
	case !running:
		m.tell(client, rpcError(r.ID, 503, "Klippy Host not connected"))
		return
	}
	m.mu.Lock()
	m.next++
	id := m.next
	m.asked[id] = question{client, r.ID}
	m.mu.Unlock()
	if r.Params == nil {
		r.Params = json.RawMessage("{}")
	}
	m.klippy([]byte(compact(map[string]any{"id": id, "method": endpoint, "params": r.Params}) + "\n"))
}

// heard is a message from Klipper.
func (m *moonraker) heard(text string) {
	var k struct {
		ID     int             `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  struct {
			Message string `json:"message"`
		} `json:"error"`
		Socket string `json:"socket"`
		Method string `json:"method"`
		Params struct {
			Response string `json:"response"`
			Status   struct {
				Webhooks struct {
					State string `json:"state"`
				} `json:"webhooks"`
			} `json:"status"`
		} `json:"params"`
	}
	if json.Unmarshal([]byte(strings.TrimSpace(text)), &k) != nil {
		return
	}
	switch {
	case k.Socket == "open":
		m.mu.Lock()
		m.running, m.state = true, "startup"
		m.mu.Unlock()
	case k.Socket == "closed":
		m.mu.Lock()
		asked := m.asked
		m.running, m.asked = false, map[int]question{}
		m.mu.Unlock()
		for _, q := range asked {
			m.tell(q.client, rpcError(q.id, 503, "Klippy Disconnected"))
		}
		m.all(compact(map[string]any{"jsonrpc": "2.0", "method": "notify_klippy_disconnected"}))
	case k.Method == "process_gcode_response":
		m.all(compact(map[string]any{"jsonrpc": "2.0", "method": "notify_gcode_response",
			"params": []string{k.Params.Response}}))
	case k.Method == "process_status_update":
		state := k.Params.Status.Webhooks.State
		m.mu.Lock()
		m.state = state
		m.mu.Unlock()
		if state == "ready" || state == "shutdown" {
			m.all(compact(map[string]any{"jsonrpc": "2.0", "method": "notify_klippy_" + state}))
		}
	default:
		m.mu.Lock()
		q, known := m.asked[k.ID]
		delete(m.asked, k.ID)
		m.mu.Unlock()
		switch {
		case !known:
		case k.Error.Message != "":
			m.tell(q.client, rpcError(q.id, 400, k.Error.Message))
		case string(k.Result) == "{}":
			m.tell(q.client, rpcResult(q.id, "ok"))
		default:
			m.tell(q.client, rpcResult(q.id, k.Result))
		}
	}
}

// inMemory is a moonraker whose client has it in memory, a message a line.
type inMemory struct {
	*memory
	server *moonraker
	line   []byte
}

func newInMemory() *inMemory {
	s := &inMemory{memory: &memory{}}
	deliver := func(text string) { s.memory.Send(text + "\n") }
	s.server = newMoonraker(func(_ int, text string) { deliver(text) }, deliver)
	return s
}

func (s *inMemory) Send(text string) { s.server.heard(text) }

func (s *inMemory) Serve(opened func(), received func([]byte)) {
	s.server.klippy = received
	s.memory.Serve(opened, func(b []byte) {
		s.line = append(s.line, b...)
		for {
			message, rest, ended := bytes.Cut(s.line, []byte("\n"))
			if !ended {
				return
			}
			s.line = append([]byte(nil), rest...)
			s.server.request(0, message)
		}
	})
}
