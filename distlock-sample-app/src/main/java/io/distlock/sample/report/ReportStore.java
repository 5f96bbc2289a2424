// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The table of reports, with times by the clock of the database.
 */
@Repository
class ReportStore {

	private static final String REPORTS = "select id, node, started_at, ended_at, orders from report";

	private final JdbcClient jdbc;

	ReportStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	long begin(String node) {
		KeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("insert into report (node, orders) values (?, 0)").param(node).update(id, "id");
		return Objects.requireNonNull(id.getKeyAs(Long.class));
	}

	Report end(long id) {
		this.jdbc
			.sql("update report set ended_at = current_timestamp, orders = (select count(*) from orders) where id = ?")
			.param(id)
			.update();
		return this.jdbc.sql(REPORTS + " where id = ?").param(id).query(ReportStore::report).single();
	}

	List<Report> last() {
		return this.jdbc.sql(REPORTS + " order by id desc fetch first 30 rows only").query(ReportStore::report).list();
	}

	private static Report report(ResultSet row, int number) throws SQLException {
		OffsetDateTime endedAt = row.getObject("ended_at", OffsetDateTime.class);
		return new Report(row.getLong("id"), row.getString("node"),
				row.getObject("started_at", OffsetDateTime.class).toInstant(),
				(endedAt != null) ? endedAt.toInstant() : null, row.getInt("orders"));
	}

}
