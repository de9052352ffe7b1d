from pydantic import BaseModel, BaseSettings, Field


class Row(BaseModel):
    name: str


class Env(BaseSettings):
    host: str = Field("localhost", env="SMTP_HOST")
    port: int = 25
    use_tls: bool = False
    smtp_password: str = ""

    class Config:
        env_prefix = "mail_"


def main():
    env = Env()
    print(env.host)


if __name__ == "__main__":
    main()
