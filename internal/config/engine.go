package config

// Engine says what the robot thinks with. What is left out is as the program has it.
type Engine struct {
	Threads  int    `yaml:"threads,omitempty" range:"1..256, one processor; more than any computer has"`
	HashMB   int    `yaml:"hash_mb,omitempty" range:"1..1048576 MB, little; a large server"`
	Tables   string `yaml:"tables,omitempty"` // a folder; "none": those that come with the program
	TablesMB int    `yaml:"tables_mb,omitempty" range:"1..1048576 MB, little; a large server"`
	Book     string `yaml:"book,omitempty"` // a file; "none": it thinks from the first move on
}
