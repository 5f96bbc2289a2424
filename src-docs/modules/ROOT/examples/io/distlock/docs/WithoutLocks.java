// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a database can do without a lock.
 */
@Service
public class WithoutLocks {

	private static final Logger logger = LoggerFactory.getLogger(WithoutLocks.class);

	private final JdbcClient jdbc;

	private final TransactionTemplate transactions;

	WithoutLocks(JdbcClient jdbc, TransactionTemplate transactions) {
		this.jdbc = jdbc;
		this.transactions = transactions;
	}

	// tag::conditional[]
	public boolean takeOne(String item) {
		return this.jdbc.sql("update stock set units = units - 1 where item = ? and units > 0")
			.param(item)
			.update() == 1;
	}
	// end::conditional[]

	// tag::version[]
	public Draft read(String id) {
		return this.jdbc.sql("select id, text, version from draft where id = ?").param(id).query(Draft.class).single();
	}

	public void save(Draft draft) {
		int rows = this.jdbc
			.sql("update draft set text = :text, version = version + 1 where id = :id and version = :version")
			.paramSource(draft)
			.update();
		if (rows == 0) {
			throw new OptimisticLockingFailureException("'%s' was saved by another user".formatted(draft.id()));
		}
	}
	// end::version[]

	// tag::idempotent[]
	public String charge(String request, long cents) {
		try {
			return this.transactions.execute((status) -> chargeOnce(request, cents));
		}
		catch (DuplicateKeyException ex) { // the request came before: give the same
											// answer
			return this.jdbc.sql("select receipt from charge where request = ?")
				.param(request)
				.query(String.class)
				.single();
		}
	}

	private String chargeOnce(String request, long cents) {
		this.jdbc.sql("insert into charge (request, cents) values (?, ?)").params(request, cents).update();
		String receipt = book(cents);
		this.jdbc.sql("update charge set receipt = ? where request = ?").params(receipt, request).update();
		return receipt;
	}
	// end::idempotent[]

	private String book(long cents) {
		this.jdbc.sql("update account set cents = cents - ?").param(cents).update();
		return "charged " + cents;
	}

	// tag::queue[]
	@Transactional
	public Optional<Long> packNext() {
		Optional<Long> parcel = this.jdbc
			.sql("select id from parcel where not packed order by id limit 1 for update skip locked")
			.query(Long.class)
			.optional();
		parcel.ifPresent((id) -> {
			pack(id);
			this.jdbc.sql("update parcel set packed = true where id = ?").param(id).update();
		});
		return parcel;
	}
	// end::queue[]

	private void pack(long id) {
		logger.info("Packing {}", id);
	}

	/**
	 * What a user edits.
	 *
	 * @param id which one
	 * @param text what it says
	 * @param version how often it was saved
	 */
	// tag::draft[]
	public record Draft(String id, String text, long version) {

	}
	// end::draft[]

}
