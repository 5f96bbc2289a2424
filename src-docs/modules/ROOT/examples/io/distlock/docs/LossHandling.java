// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.fencing.FencingGuard;
import io.distlock.monitor.LockLostEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/**
 * What to do about locks that end before the work does.
 */
@Service
public class LossHandling {

	private static final Logger logger = LoggerFactory.getLogger(LossHandling.class);

	private final LockTemplate lockTemplate;

	private final JdbcClient jdbc;

	private final FencingGuard guard;

	private final TransactionOperations transactions;

	LossHandling(LockTemplate lockTemplate, JdbcClient jdbc, FencingGuard guard, TransactionOperations transactions) {
		this.lockTemplate = lockTemplate;
		this.jdbc = jdbc;
		this.guard = guard;
		this.transactions = transactions;
	}

	// tag::between-steps[]
	public void export(Iterable<String> pages) {
		this.lockTemplate.executeWithoutResult("export", (lock) -> {
			for (String page : pages) {
				lock.assertHeld(); // ends the loop as soon as the lock is lost
				send(page);
			}
		});
	}
	// end::between-steps[]

	// tag::callback[]
	public void exportUntilLost(Iterable<String> pages) {
		this.lockTemplate.executeWithoutResult("export", (lock) -> {
			lock.onLost((loss) -> logger.warn("Stopping the export", loss));
			for (String page : pages) {
				if (!lock.isHeld()) {
					return;
				}
				send(page);
			}
		});
	}
	// end::callback[]

	// tag::event[]
	@EventListener
	void lost(LockLostEvent event) {
		logger.error("Lost '{}' with token {}", event.key(), event.fencingToken(), event.reason());
	}
	// end::event[]

	// tag::fencing[]
	public void save(String document, String text) {
		this.lockTemplate.executeWithoutResult("document:" + document, (lock) -> write(document, text, lock));
	}

	private void write(String document, String text, HeldLock lock) {
		int rows = this.jdbc.sql("update document set text = :text, token = :token where id = :id and token <= :token")
			.param("text", text)
			.param("token", lock.fencingToken())
			.param("id", document)
			.update();
		if (rows == 0) {
			throw new IllegalStateException("A holder of a newer lock has written '%s'".formatted(document));
		}
	}
	// end::fencing[]

	// tag::guard[]
	@Transactional
	@DistributedLock(name = "document", key = "#document", fenced = true)
	public void append(String document, String text) {
		String before = this.jdbc.sql("select text from document where id = ?")
			.param(document)
			.query(String.class)
			.single();
		this.jdbc.sql("update document set text = ? where id = ?").params(before + text, document).update();
	}
	// end::guard[]

	// tag::guard-in-code[]
	public void replace(String document, String text) {
		this.lockTemplate.executeWithoutResult("document:" + document,
				(lock) -> this.transactions.executeWithoutResult((status) -> {
					this.guard.check(lock); // first, so that what is read afterwards is
											// current
					this.jdbc.sql("update document set text = ? where id = ?").params(text, document).update();
				}));
	}
	// end::guard-in-code[]

	// tag::advance[]
	public void cutOff(String document, long lastToken) {
		this.guard.advance("document:" + document, lastToken + 1);
	}
	// end::advance[]

	private void send(String page) {
		logger.info("Sent {}", page);
	}

}
