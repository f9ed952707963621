// Package results says how players did over games on record, and estimates how strong somebody is from games against
// levels of the engine.
package results
