from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="APP_")
    database_url: str
    password: SecretStr
    pool: int = 5
    debug: bool = False
    hosts: list[str] = Field(default=[], description="who")

print(Settings())
