"""The Dagster code location of the checkout that the working directory lies in."""

from pipelines.code_location import make_definitions
from pipelines.project import Project

defs = make_definitions(Project.find())
