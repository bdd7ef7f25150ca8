"""Charts and what belongs to them: data sets from outside (`sources`), pictures with known truth (`synth`)."""
