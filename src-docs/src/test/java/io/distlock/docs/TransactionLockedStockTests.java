// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documented locks of transactions keep what they say.
 */
@SpringBootTest(properties = "spring.datasource.generate-unique-name=true")
class TransactionLockedStockTests {

	private final ExecutorService threads = Executors.newFixedThreadPool(8);

	@Autowired
	private TransactionLockedStock stock;

	@Autowired
	private JdbcClient jdbc;

	@Test
	void unitsAreSoldAndMovedOnceEach() throws Exception {
		this.jdbc.sql("drop table if exists stock").update();
		this.jdbc.sql("create table stock (item varchar(20) primary key, units int)").update();
		this.jdbc.sql("insert into stock values ('teapot', 20), ('cup', 0)").update();
		List<Future<?>> moves = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			moves.add(this.threads.submit(() -> this.stock.move("teapot", "cup")));
			moves.add(this.threads.submit(() -> this.stock.move("cup", "teapot")));
		}
		for (Future<?> move : moves) {
			move.get(30, TimeUnit.SECONDS);
		}
		List<Future<Boolean>> buyers = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			buyers.add(this.threads.submit(() -> this.stock.takeOne("teapot")));
		}
		int sold = 0;
		for (Future<Boolean> buyer : buyers) {
			sold += buyer.get(30, TimeUnit.SECONDS) ? 1 : 0;
		}
		this.threads.shutdown();
		assertThat(sold).isEqualTo(20);
		assertThat(this.jdbc.sql("select sum(units) from stock").query(Integer.class).single()).isZero();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(TransactionLockedStock.class)
	static class Application {

	}

}
