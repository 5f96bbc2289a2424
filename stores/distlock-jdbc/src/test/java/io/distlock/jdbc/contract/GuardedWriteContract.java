// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.contract.LockContract;
import io.distlock.contract.TestNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the tokens are good for: data that keeps the highest token beside it refuses a
 * holder that slept through the end of its lease.
 */
abstract class GuardedWriteContract extends LockContract {

	private final String document = key("document");

	@Override
	protected final JdbcStore store() {
		return (JdbcStore) super.store();
	}

	@BeforeEach
	void createDocument() {
		JdbcTemplate database = database();
		database.execute("create table if not exists guarded (id varchar(100) primary key, text varchar(100), "
				+ "token bigint not null)");
		database.update("insert into guarded (id, text, token) values (?, '', 0)", this.document);
	}

	@Test
	void staleHolderCannotWriteAfterItsSuccessor() {
		TestNode late = node();
		TestNode successor = node();
		HeldLock stale = late.template.acquire(fixed(this.document, SHORT));
		assertThat(write("first", stale)).isTrue();
		Awaitility.await().atMost(PATIENCE).until(() -> !stale.isHeld());
		HeldLock held = successor.template.acquire(request(this.document).leaseTime(Duration.ofSeconds(30)));
		assertThat(write("second", held)).isTrue();
		assertThat(write("late", stale)).isFalse();
		assertThat(write("third", held)).isTrue();
		assertThat(database().queryForObject("select text from guarded where id = ?", String.class, this.document))
			.isEqualTo("third");
	}

	private boolean write(String text, HeldLock lock) {
		return database().update("update guarded set text = ?, token = ? where id = ? and token <= ?", text,
				lock.fencingToken(), this.document, lock.fencingToken()) == 1;
	}

	private JdbcTemplate database() {
		return new JdbcTemplate(store().dataSource());
	}

}
