package v1

// Text is a word.
type Text string

// Size is two numbers.
type Size struct {
	// Width is across.
	Width  int32 `json:"width"`
	Height int32 `json:"height"`
}
