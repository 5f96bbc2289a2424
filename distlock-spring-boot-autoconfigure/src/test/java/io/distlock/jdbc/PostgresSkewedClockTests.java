package io.distlock.jdbc;

import java.util.List;

import io.distlock.contract.SkewedClockContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.PostgresServer;

class PostgresSkewedClockTests extends SkewedClockContract {

	private final PostgresServer server = PostgresServer.shared();

	private final String url = this.server.newDatabase();

	private final JdbcStore store = new JdbcStore(this.server.dataSource(this.url));

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Override
	protected Class<?> program() {
		return JdbcJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(this.url, this.server.user());
	}

}
